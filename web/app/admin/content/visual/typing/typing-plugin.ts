import type { Node, ResolvedPos } from 'prosemirror-model';
import { type EditorState, Plugin, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { dispatchAlone } from '../../document/dispatch-alone.ts';
import { schema } from '../../document/schema.ts';
import { markType } from '../commands/commands.ts';
import type { Punctuation } from './punctuation.ts';
import { correctTyped } from './smart-punctuation.ts';
import { addressAtEnd } from './typed-address.ts';

/** As far as it is looked back for quotes that are open. */
const MAX_LENGTH = 1000;
const CODE_TAGS = ['code', 'kbd', 'samp'];

type TextBefore = { readonly text: string; readonly start: number };

/** The text before a position in its block, and where that begins; null in a block of code. */
function textBefore($at: ResolvedPos): TextBefore | null {
  const { parent, parentOffset } = $at;
  if (!parent.inlineContent || parent.type.spec.code) return null;
  const from = Math.max(0, parentOffset - MAX_LENGTH);
  const leafText = ({ type }: Node) => (type === schema.nodes.hard_break ? '\n' : '\ufffc');
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

/** Makes a link of the address before a position. */
function linkBefore(state: EditorState, at: number): Transaction | null {
  const before = textBefore(state.doc.resolve(at));
  const address = before && addressAtEnd(before.text);
  if (!address) return null;
  const [from, to] = [before.start + address.from, before.start + address.to];
  const type = markType('link');
  if (state.doc.rangeHasMark(from, to, type) || hasCode(state, from, to)) return null;
  return state.tr.addMark(from, to, type.create({ href: address.href }));
}

/** Replaces what was typed right before a position. */
function replaceBefore(state: EditorState, at: number, rules: Punctuation): Transaction | null {
  const before = textBefore(state.doc.resolve(at));
  const correction = before && correctTyped(before.text, rules);
  if (!correction) return null;
  const to = at - correction.kept;
  const from = to - correction.replaced;
  return hasCode(state, from, to) ? null : state.tr.insertText(correction.text, from, to);
}

/**
 * Makes links of typed addresses, and typographic signs of plain ones. Each time, what was typed is
 * inserted first: undo takes back only what was made of it.
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
        // Keyboards on a screen compose words, and with them the sign behind.
        compositionend(view) {
          setTimeout(() => correct(view));
          return false;
        },
      },
    },
  });
}
