import type { Range } from './html-tags.ts';

/** Consecutive edits of one kind without a pause are one undo step, except `other`. `elsewhere`: in another view. */
export type EditKind = 'typing' | 'deleting' | 'composing' | 'elsewhere' | 'other';

type Run = { readonly kind: EditKind; readonly caret: number; readonly at: number };

/** The most recent state comes last. */
export type TextHistory = {
  readonly past: readonly TextState[];
  readonly future: readonly TextState[];
  readonly run: Run | null;
};

export const EMPTY_HISTORY: TextHistory = { past: [], future: [], run: null };

const PAUSE_MS = 1000;
const MAX_STEPS = 500;
/** Of all states together, to limit the memory for a long text. */
const MAX_CHARACTERS = 20_000_000;

function bounded(past: readonly TextState[]): readonly TextState[] {
  let characters = 0;
  const count = past.toReversed().findIndex(({ text }, index) => {
    characters += text.length;
    return index > 0 && (index === MAX_STEPS || characters > MAX_CHARACTERS);
  });
  return count === -1 ? past : past.slice(-count);
}

function belongsTo(run: Run | null, before: TextState, kind: EditKind, now: number): boolean {
  if (run === null || run.kind !== kind || kind === 'other') return false;
  // During a composition each edit replaces the previous one.
  if (kind === 'composing') return true;
  if (now - run.at >= PAUSE_MS) return false;
  return kind === 'elsewhere' || (before.from === before.to && before.to === run.caret);
}

/** `caret` is the position after the edit. */
export function recordEdit(
  history: TextHistory,
  before: TextState,
  { caret, kind, now }: { caret: number; kind: EditKind; now: number },
): TextHistory {
  const run = { kind, caret, at: now };
  if (belongsTo(history.run, before, kind, now)) return { past: history.past, future: [], run };
  return { past: bounded([...history.past, before]), future: [], run };
}

type Step = { readonly history: TextHistory; readonly state: TextState };

export function undoEdit({ past, future }: TextHistory, now: TextState): Step | null {
  const state = past.at(-1);
  if (!state) return null;
  return { history: { past: past.slice(0, -1), future: [...future, now], run: null }, state };
}

/** Puts the caret behind the restored text: it may have been elsewhere at the undo. */
export function redoEdit({ past, future }: TextHistory, now: TextState): Step | null {
  const next = future.at(-1);
  if (!next) return null;
  const { from, text } = differenceOf(now.text, next.text);
  const state = { text: next.text, from: from + text.length, to: from + text.length };
  return { history: { past: [...past, now], future: future.slice(0, -1), run: null }, state };
}

export function rewriteHistory(
  { past, future }: TextHistory,
  rewrite: (state: TextState) => TextState,
): TextHistory {
  return { past: past.map(rewrite), future: future.map(rewrite), run: null };
}

/** A text and its selection, which is a caret where `from` equals `to`. */
export type TextState = Range & { readonly text: string };

export type Edit = Range & { readonly text: string };

/** The smallest single edit that turns one text into the other. */
export function differenceOf(before: string, after: string): Edit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let commonEnd = 0;
  while (
    commonEnd < shorter - start &&
    before[before.length - 1 - commonEnd] === after[after.length - 1 - commonEnd]
  ) {
    commonEnd += 1;
  }
  return {
    from: start,
    to: before.length - commonEnd,
    text: after.slice(start, after.length - commonEnd),
  };
}

/** A position inside the edit moves to its end. */
function movePosition(position: number, { from, to, text }: Edit): number {
  if (position <= from) return position;
  return Math.max(position, to) + text.length - (to - from);
}

export function applyEdit(state: TextState, edit: Edit): TextState {
  return {
    text: state.text.slice(0, edit.from) + edit.text + state.text.slice(edit.to),
    from: movePosition(state.from, edit),
    to: movePosition(state.to, edit),
  };
}

export function applyEdits(state: TextState, edits: readonly Edit[]): TextState {
  return edits.toSorted((a, b) => b.from - a.from).reduce(applyEdit, state);
}

/** Replaces a range with three parts, and selects the second one. */
export function replaceRange(
  text: string,
  { from, to }: Range,
  [before, selected, behind]: readonly [string, string, string],
): TextState {
  const start = from + before.length;
  return {
    text: text.slice(0, from) + before + selected + behind + text.slice(to),
    from: start,
    to: start + selected.length,
  };
}
