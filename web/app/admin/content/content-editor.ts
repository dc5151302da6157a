import type { FieldErrors } from '@longhand/contract/problems';
import type { Placeholders } from './pictures/placeholders.ts';

/** What the content field needs of an editor, whatever that edits. */
export type ContentEditor = {
  readonly form: { readonly content: string; readonly language?: string };
  readonly errors: FieldErrors;
  readonly change: (fields: { readonly content: string }) => void;
  /** Of pictures that are being uploaded. */
  readonly placeholders: Placeholders;
  /** Saving is disabled until the upload is done. */
  readonly waitFor: <Result>(upload: Promise<Result>) => Promise<Result>;
};
