import type { ProblemCode } from '@longhand/contract/problems';
import type { SiteIcon } from '@longhand/contract/site-icons';
import type { VariantFormat } from './variant-formats.ts';

/** For the child process: see image-worker.ts. */
export type ImageJob =
  /** Encodes the upload into `output`; the result is its name. */
  | { readonly kind: 'upload'; readonly input: string; readonly output: string }
  /** The result is the bytes. */
  | {
      readonly kind: 'variant';
      readonly input: string;
      readonly width: number;
      readonly format: VariantFormat;
    }
  /** The result is the files. */
  | { readonly kind: 'icons'; readonly input: string };

export type IconFiles = Readonly<Record<SiteIcon, Uint8Array>>;

/** `maxBytes` limits the memory of the whole process. */
export type ImageJobMessage = { readonly job: ImageJob; readonly maxBytes: number };

export type ImageResult = string | Uint8Array | IconFiles;

export type ImageJobResponse = (
  | { readonly result: ImageResult }
  | { readonly problem: { readonly code: ProblemCode; readonly detail: string } }
  | { readonly failure: { readonly message: string; readonly code: string | undefined } }
) & {
  /** The process ends after this response. */
  readonly isLast: boolean;
};

/** Why not a ProblemError: its imports would cost the child process 17 MB. */
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
