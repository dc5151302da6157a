import type { Node, ResolvedPos } from 'prosemirror-model';
import { type EditorState, Plugin, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Punctuation } from '../../../punctuation/smart-punctuation.ts';
import { correctTyped } from '../../../punctuation/smart-punctuation.ts';
import { marks, nodes } from '../../document/schema.ts';
import { dispatchAlone } from '../../document/transactions.ts';
import { parseLinkAddress } from '../../html/link-address.ts';

const WEB = /^(?:https?:\/\/\S+|www\.[^\s/.]+\.\S+)$/i;
const MAIL = /^[^\s@<>()[\]:/]+@[^\s@<>()[\]:/]+\.[a-z]{2,}$/i;

const BEFORE = /^[([{<“„«‘‚"']+/;
const BEHIND = /(?<![.,;:!?…'’"”“»>*_~])[.,;:!?…'’"”“»>*_~]+$/;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** Punctuation after it belongs to the sentence, but a bracket may belong to the address. */
function withoutSigns(word: string): string {
  const address = word.replace(BEHIND, '');
  const last = address.at(-1) ?? '';
  const opening = PAIRS[last];
  const isOutside = opening !== undefined && count(address, last) > count(address, opening);
  return isOutside ? withoutSigns(address.slice(0, -1)) : address;
}

type TypedAddress = {
  readonly from: number;
  readonly to: number;
  readonly href: string;
};

/** A bare host could be meant as text. */
export function addressAtEnd(text: string): TypedAddress | null {
  const word = /(?<![^\s\ufffc])[^\s\ufffc]*$/.exec(text)?.[0] ?? '';
  const start = BEFORE.exec(word)?.[0].length ?? 0;
  const address = withoutSigns(word.slice(start));
  if (!WEB.test(address) && !MAIL.test(address)) return null;
  const parsed = parseLinkAddress(address);
  if (!('href' in parsed)) return null;
  const from = text.length - word.length + start;
  return { from, to: from + address.length, href: parsed.href };
}

const MAX_LOOK_BACK = 1000;
const CODE_TAGS = ['code', 'kbd', 'samp'];

type TextBefore = { readonly text: string; readonly start: number };

/** The text before a position in its block, and its start; null in a code block. */
function textBefore($at: ResolvedPos): TextBefore | null {
  const { parent, parentOffset } = $at;
  if (!parent.inlineContent || parent.type.spec.code) return null;
  const from = Math.max(0, parentOffset - MAX_LOOK_BACK);
  const leafText = ({ type }: Node) => (type === nodes.hard_break ? '\n' : '\ufffc');
  return {
    text: parent.textBetween(from, parentOffset, null, leafText),
    start: $at.start() + from,
  };
}

function hasCode({ doc }: EditorState, from: number, to: number): boolean {
  let found = false;
  doc.nodesBetween(from, to, ({ marks }) => {
    if (marks.some(({ attrs }) => CODE_TAGS.includes(attrs.tag))) found = true;
  });
  return found;
}

function linkBefore(state: EditorState, at: number): Transaction | null {
  const before = textBefore(state.doc.resolve(at));
  const address = before && addressAtEnd(before.text);
  if (!address) return null;
  const [from, to] = [before.start + address.from, before.start + address.to];
  const type = marks.link;
  if (state.doc.rangeHasMark(from, to, type) || hasCode(state, from, to)) return null;
  return state.tr.addMark(from, to, type.create({ href: address.href }));
}

function replaceBefore(state: EditorState, at: number, rules: Punctuation): Transaction | null {
  const before = textBefore(state.doc.resolve(at));
  const correction = before && correctTyped(before.text, rules);
  if (!correction) return null;
  const to = at - correction.kept;
  const from = to - correction.replaced;
  return hasCode(state, from, to) ? null : state.tr.insertText(correction.text, from, to);
}

/**
 * Makes links of typed addresses, and typographic characters of plain ones. The typed text is
 * inserted first each time, so that undo takes back only the replacement.
 */
export function typingPlugin(punctuation: () => Punctuation | null): Plugin {
  function isCorrected(text: string, typed: string): boolean {
    if (/\s/.test(typed) && addressAtEnd(text)) return true;
    const rules = punctuation();
    return rules !== null && correctTyped(text + typed, rules) !== null;
  }

  function correct(view: EditorView): void {
    const { state } = view;
    const { empty, $from, from } = state.selection;
    const rules = punctuation();
    if (!empty || view.isDestroyed) return;
    const isBehindSpace = /\s$/.test(textBefore($from)?.text ?? '');
    const change =
      (isBehindSpace && linkBefore(state, from - 1)) ||
      (rules && replaceBefore(state, from, rules));
    if (change) dispatchAlone(view, change);
  }

  return new Plugin({
    props: {
      handleTextInput(view, from, _to, typed, insert) {
        if (view.composing || typed.length !== 1) return false;
        const before = textBefore(view.state.doc.resolve(from));
        if (!before || !isCorrected(before.text, typed)) return false;
        view.dispatch(insert());
        correct(view);
        return true;
      },
      handleKeyDown(view, { key, isComposing }) {
        const { from, empty } = view.state.selection;
        if (key !== 'Enter' || isComposing || !empty || !linkBefore(view.state, from)) return false;
        // After the new line, so that undo takes back the link first.
        queueMicrotask(() => {
          const link = from <= view.state.doc.content.size && linkBefore(view.state, from);
          if (link) dispatchAlone(view, link);
        });
        return false;
      },
      handleDOMEvents: {
        // On-screen keyboards compose words together with the sign after them.
        compositionend(view) {
          setTimeout(() => correct(view));
          return false;
        },
      },
    },
  });
}
