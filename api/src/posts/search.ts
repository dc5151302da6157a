/** The index knows every three characters that follow each other, and nothing shorter. */
export const INDEXED_LENGTH = 3;

export type Search = {
  /** What to look for, as `contract/search` writes it; not empty. */
  readonly text: string;
  readonly tagKey: string | undefined;
  /** The sort key after which to look. */
  readonly after: number;
  readonly limit: number;
};
