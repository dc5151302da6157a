/** What a picture is to show. */
export type DrawJob = {
  readonly title: string;
  readonly topic: string | null;
  readonly siteName: string;
  /** The file of the image to draw on; without one, it is the post's cover. */
  readonly image: string | null;
};

export const PICTURE_SIZE = { width: 1200, height: 630 } as const;
