import type { ImageFormat } from '@longhand/contract/image-names';
import type { ProblemCode } from '@longhand/contract/problems';

/** What the child process is asked to do; see image-worker.ts. */
export type ImageJob =
  /** Writes the upload anew, into another file, and answers with the name that it gets. */
  | { readonly kind: 'upload'; readonly input: string; readonly output: string }
  /** Answers with the bytes of the picture in another width and format. */
  | {
      readonly kind: 'variant';
      readonly input: string;
      readonly width: number;
      readonly format: ImageFormat;
    };

/** With how much memory it may take in all. */
export type ImageJobMessage = { readonly job: ImageJob; readonly maxBytes: number };

export type ImageResult = string | Uint8Array;

export type ImageAnswer = (
  | { readonly result: ImageResult }
  | { readonly problem: { readonly code: ProblemCode; readonly detail: string } }
  | { readonly failure: { readonly message: string; readonly code: string | undefined } }
) & {
  /** The process ends now: another one has to do the next job. */
  readonly isLast: boolean;
};

/** What becomes a ProblemError in the server; here, what that loads would be 17 MB for nothing. */
export class ImageRefused extends Error {
  readonly code: ProblemCode;

  constructor(code: ProblemCode, detail: string, cause?: unknown) {
    super(detail, { cause });
    this.code = code;
  }
}

export const NEEDS_TOO_MUCH_MEMORY =
  'The server does not have enough memory to prepare this image. Please use one with fewer pixels, or save it as a JPEG that is not progressive.';
export const TAKES_TOO_LONG = 'The image takes too long to prepare. Please use a smaller one.';
