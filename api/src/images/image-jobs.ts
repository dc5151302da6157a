import type { ProblemCode } from '@longhand/contract/problems';
import type { SiteIcon } from '@longhand/contract/site/site-icons';
import type { VariantFormat } from './image-variants.ts';

/** The child process does these jobs: see image-worker.ts. */
export type ImageJob =
  /** Encodes the upload into `output`. The result is its name. */
  | { readonly kind: 'upload'; readonly input: string; readonly output: string }
  | {
      readonly kind: 'variant';
      readonly input: string;
      readonly width: number;
      readonly format: VariantFormat;
    }
  | { readonly kind: 'icons'; readonly input: string };

export type IconFiles = Readonly<Record<SiteIcon, Uint8Array>>;

export type ImageResult = string | Uint8Array | IconFiles;

/** Not a ProblemError, because its imports would cost the child process 17 MB. */
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
