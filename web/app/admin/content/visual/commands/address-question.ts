import { parseVideoAddress } from '@longhand/contract/media/video-address';
import { closeHistory } from 'prosemirror-history';
import {
  type Command,
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';
import { marks } from '../../document/schema.ts';
import { runAfter } from '../../document/transactions.ts';
import { parseLinkAddress, parseLinkAnswer } from '../../html/link-address.ts';
import styles from '../visual-editor.module.css';
import { insertVideo, linkAround, setLink } from './commands.ts';

/** Null for parts of the page, and for addresses that a link may not have. */
export function addressToOpen(href: string): string | null {
  const parsed = parseLinkAddress(href);
  return 'href' in parsed && !parsed.href.startsWith('#') ? parsed.href : null;
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
}

/** A click on a link moves the caret; with Ctrl or Cmd it opens the link in a new tab. */
export function openLinks(): Plugin {
  return new Plugin({
    props: {
      handleClick(_view, _position, event) {
        const href = linkOf(event)?.getAttribute('href');
        if (!href || !(event.ctrlKey || event.metaKey)) return false;
        const address = addressToOpen(href);
        if (address) window.open(address, '_blank', 'noopener');
        return true;
      },
      handleDOMEvents: {
        click(_view, event) {
          if (linkOf(event)) event.preventDefault();
          return false;
        },
      },
    },
  });
}

export type AddressQuestion = {
  readonly kind: 'link' | 'video';
  readonly from: number;
  readonly to: number;
  readonly href: string | null;
};

const key = new PluginKey<AddressQuestion | null>('addressQuestion');

export function addressQuestionOf(state: EditorState): AddressQuestion | null {
  return key.getState(state) ?? null;
}

export function askForVideo(
  transaction: Transaction,
  range: Pick<AddressQuestion, 'from' | 'to'>,
): Transaction {
  return transaction.setMeta(key, { ...range, kind: 'video', href: null });
}

export const askForLink: Command = (state, dispatch) => {
  const { selection } = state;
  const isAllowed = selection.$from.parent.type.allowsMarkType(marks.link);
  if (!(selection instanceof TextSelection) || !isAllowed) return false;
  const { from, to, href } = linkAround(state) ?? { ...range(state), href: null };
  dispatch?.(state.tr.setMeta(key, { kind: 'link', from, to, href }).scrollIntoView());
  return true;
};

function range({ selection: { from, to } }: EditorState) {
  return { from, to };
}

function close(transaction: Transaction): Transaction {
  return transaction.setMeta(key, null);
}

export const closeQuestion: Command = (state, dispatch) => {
  const question = addressQuestionOf(state);
  if (!question) return false;
  const { tr } = state;
  // The block was chosen, so the typed text that found it is not needed.
  if (question.kind === 'video') tr.delete(question.from, question.to);
  dispatch?.(close(tr));
  return true;
};

export const removeLink: Command = (state, dispatch) =>
  setLink(null)(state, dispatch && ((transaction) => dispatch(close(transaction))));

type Dispatch = (transaction: Transaction) => void;

export type Answer = {
  readonly address: string;
  readonly linkText: string;
};

/** Returns what is wrong with the answer, or null if it can be used. */
export function answerQuestion(
  given: Answer,
  state: EditorState,
  dispatch: Dispatch,
): string | null {
  const question = addressQuestionOf(state);
  if (!question) return null;
  const answer = question.kind === 'video' ? answerVideo : answerLink;
  return answer(given, state, { question, dispatch });
}

type Answering = { readonly question: AddressQuestion; readonly dispatch: Dispatch };

function answerLink(
  { address, linkText }: Answer,
  state: EditorState,
  { question, dispatch }: Answering,
): string | null {
  const parsed = parseLinkAnswer(address, question.href !== null);
  if ('error' in parsed) return parsed.error;
  setLink(parsed.href, linkText)(state, (transaction) => dispatch(close(transaction)));
  return null;
}

function answerVideo(
  { address }: Answer,
  state: EditorState,
  { question, dispatch }: Answering,
): string | null {
  const parsed = parseVideoAddress(address);
  if ('error' in parsed) return parsed.error;
  const { tr } = state;
  const { from, to } = question;
  tr.delete(from, to);
  if (!runAfter(tr, state, insertVideo(parsed)))
    return 'A video cannot go here. Choose another line.';
  dispatch(closeHistory(close(tr)));
  return null;
}

function map(question: AddressQuestion, { mapping }: Transaction): AddressQuestion {
  const from = mapping.map(question.from, 1);
  return { ...question, from, to: Math.max(from, mapping.map(question.to, -1)) };
}

/** Marks the text that the field is for, because the browser shows only the selection of the field. */
export function addressQuestion(): Plugin<AddressQuestion | null> {
  return new Plugin<AddressQuestion | null>({
    key,
    state: {
      init: () => null,
      apply(transaction, question) {
        const change: AddressQuestion | null | undefined = transaction.getMeta(key);
        if (change !== undefined) return change;
        return question && map(question, transaction);
      },
    },
    props: {
      decorations(state) {
        const question = addressQuestionOf(state);
        if (!question || question.from === question.to) return null;
        const { from, to } = question;
        return DecorationSet.create(state.doc, [
          Decoration.inline(from, to, { class: styles.asked ?? '' }),
        ]);
      },
    },
  });
}
