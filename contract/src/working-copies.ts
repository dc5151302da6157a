import { z } from 'zod';
import { FIELD_NAMES, type FieldName, type FieldOf, fieldOf, POST_FIELDS } from './post-fields.ts';
import { post, postId, timestamp } from './posts.ts';
import { text } from './text.ts';

/** In UTF-16 units, for every field: what cannot be saved as a post yet must not be lost either. */
const LIMIT = POST_FIELDS.content.limit;

/** A field as it was typed. */
export const copyText = text(LIMIT);

/** As many digits as `If-Match` takes; PostgreSQL's integers end at 2,147,483,647. */
const MAX_VERSION = 999_999_999;

type FormShape = {
  [Name in FieldName]: Name extends FieldOf<'boolean'> ? z.ZodBoolean : z.ZodString;
};

function formShape(): FormShape {
  const entries = FIELD_NAMES.map((name) => [
    name,
    fieldOf(name).kind === 'boolean' ? z.boolean() : copyText,
  ]);
  return Object.fromEntries(entries);
}

/** The editor's fields as they were typed: tags are one text, an empty date is an empty text. */
export const workingCopyForm = z.strictObject(formShape()).partial();

/** The id of its post, or for a post that does not exist yet, the idempotency key it will be created with. */
export const workingCopyId = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,128}$/, 'must be 1 to 128 letters, digits and hyphens');

export const workingCopyInput = z
  .strictObject({
    base_version: z
      .int()
      .nonnegative()
      .max(MAX_VERSION)
      .describe('The version of the post that was edited; 0 for a post that does not exist yet.'),
    form: workingCopyForm,
  })
  .meta({ id: 'WorkingCopyForm' });

export type WorkingCopyInput = z.infer<typeof workingCopyInput>;

export const workingCopy = z
  .object({
    id: workingCopyId,
    post_id: postId.nullable().describe('Null for a post that does not exist yet.'),
    base_version: workingCopyInput.shape.base_version,
    version: post.shape.version.describe('Of the working copy; grows with each change of it.'),
    form: workingCopyForm,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'WorkingCopy' });

export type WorkingCopy = z.infer<typeof workingCopy>;

export const workingCopySummary = workingCopy
  .omit({ form: true })
  .extend({ title: z.string() })
  .meta({ id: 'WorkingCopySummary' });

export type WorkingCopySummary = z.infer<typeof workingCopySummary>;
