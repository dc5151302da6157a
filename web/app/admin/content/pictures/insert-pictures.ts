import { applyEdit, type TextState } from '../html/text-edits.ts';
import { picturePosition } from './picture-position.ts';

type Target = {
  /** Where the pictures were dropped. */
  readonly near: number | undefined;
  /** Null if the field never had the focus. */
  readonly caret: number | null;
};

/** Whether only space is between two positions. */
function isNextTo(text: string, one: number, other: number): boolean {
  return text.slice(Math.min(one, other), Math.max(one, other)).trim() === '';
}

/**
 * Inserts lines where they were dropped, at the caret, or at the end. `createLines` gets the line
 * break that precedes them.
 */
export function insertPictures(
  state: TextState,
  { near, caret }: Target,
  createLines: (lead: string) => readonly string[],
): TextState {
  const { text, to } = state;
  const at = picturePosition(text, near ?? caret ?? text.length);
  const lead = at === 0 || text[at - 1] === '\n' ? '' : '\n';
  const lines = createLines(lead).map((line) => `${line}\n`);
  const inserted = lead + lines.join('');
  const next = applyEdit(state, { from: at, to: at, text: inserted });
  // A caret elsewhere stays: the writer may be typing there.
  if (near !== undefined || !isNextTo(text, at, to)) return next;
  const behind = at + inserted.length;
  return { text: next.text, from: behind, to: behind };
}
