import type { Range } from '../html/html-tags.ts';
import type { Line } from '../scroll-to-line.ts';
import type { Query } from './find-matches.ts';

/** A view in which text can be found. The ranges are in its own positions. */
export type FindTarget = {
  readonly selection: () => Range & { readonly text: string };
  readonly find: (query: Query) => readonly Range[];
  /** How many there are in what this view shows in no text of its own, such as alt texts. */
  readonly countElsewhere: (query: Query) => number;
  /** Marks them, of which one is the current one; none ends it. */
  readonly mark: (matches: readonly Range[], current: number) => void;
  /** Where it begins on the screen, after the view has scrolled to it inside of itself. */
  readonly lineOf: (match: Range) => Line | null;
  /** One step for undo. */
  readonly replace: (matches: readonly Range[], text: string) => void;
  /** Moves the focus into the text, and selects a range of it. */
  readonly select: (range: Range | null) => void;
};
