export type DrawJob = {
  readonly title: string;
  readonly topic: string | null;
  readonly siteName: string;
  /** Of the light theme, `#rrggbb`. */
  readonly accent: string;
  /** A file; null draws the cover. */
  readonly image: string | null;
};

export const PICTURE_SIZE = { width: 1200, height: 630 } as const;
