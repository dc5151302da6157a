import { differenceOf, type TextState } from './text-edits.ts';

/** Edits of the first two kinds that follow each other closely are undone together. */
export type EditKind = 'typing' | 'deleting' | 'composing' | 'other';

type Run = { readonly kind: EditKind; readonly caret: number; readonly at: number };

/** What can be undone and redone, the nearest last. */
export type TextHistory = {
  readonly past: readonly TextState[];
  readonly future: readonly TextState[];
  /** The edit that the next one may belong to. */
  readonly run: Run | null;
};

export const EMPTY_HISTORY: TextHistory = { past: [], future: [], run: null };

const PAUSE_MS = 1000;
const MAX_STEPS = 500;
/** All of them together, so that a long text does not fill the memory. */
const MAX_CHARACTERS = 20_000_000;

function bounded(past: readonly TextState[]): readonly TextState[] {
  let characters = 0;
  let kept = 0;
  for (const { text } of past.toReversed()) {
    characters += text.length;
    if (kept > 0 && (kept === MAX_STEPS || characters > MAX_CHARACTERS)) break;
    kept += 1;
  }
  return kept === past.length ? past : past.slice(-kept);
}

function belongsTo(run: Run | null, before: TextState, kind: EditKind, now: number): boolean {
  if (run === null || run.kind !== kind || kind === 'other') return false;
  // While one composes, the browser itself replaces what it has shown so far.
  if (kind === 'composing') return true;
  return before.from === before.to && before.to === run.caret && now - run.at < PAUSE_MS;
}

/** After an edit: `before` is what the text was, `caret` where the edit left the caret. */
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

/** The caret is put behind what comes back: it may have been elsewhere when that was undone. */
export function redoEdit({ past, future }: TextHistory, now: TextState): Step | null {
  const next = future.at(-1);
  if (!next) return null;
  const { from, text } = differenceOf(now.text, next.text);
  const state = { text: next.text, from: from + text.length, to: from + text.length };
  return { history: { past: [...past, now], future: future.slice(0, -1), run: null }, state };
}

/** The same change in every text that can come back. */
export function rewriteHistory(
  { past, future }: TextHistory,
  rewrite: (state: TextState) => TextState,
): TextHistory {
  return { past: past.map(rewrite), future: future.map(rewrite), run: null };
}
