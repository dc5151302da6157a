/** Both search indexes are trigram indexes. */
export const TRIGRAM_LENGTH = 3;

export type Search = {
  /** In the form of `searchable`; not empty. */
  readonly text: string;
  readonly tagKey: string | undefined;
  /** Only posts with a lower sort key. */
  readonly after: number;
  readonly limit: number;
};
