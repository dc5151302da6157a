import { z } from 'zod';
import { namedObject } from './named-schemas.ts';
import { PLACEMENTS } from './pages/page-addresses.ts';
import { pageId } from './pages/pages.ts';
import {
  FIELD_NAMES,
  type FieldName,
  type FieldOf,
  fieldOf,
  POST_FIELDS,
} from './posts/post-fields.ts';
import { post, postId, timestamp } from './posts/posts.ts';
import { text } from './text/text.ts';

/** The limit is the same for every field: what cannot be saved as a document yet must not be lost either. */
const copyText = text(POST_FIELDS.content.limit);

/** As many digits as `If-Match` takes; PostgreSQL's integers end at 2,147,483,647. */
const MAX_VERSION = 999_999_999;

/** The id of the document. For a post that does not exist yet, the idempotency key that it will be created with. */
export const workingCopyId = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,128}$/, 'must be 1 to 128 letters, digits and hyphens');

function inputOf<Form extends z.ZodType>(name: 'post' | 'page', form: Form) {
  const base_version = z
    .int()
    .nonnegative()
    .max(MAX_VERSION)
    .describe(
      `The version of the ${name} that was edited; 0 for a ${name} that does not exist yet.`,
    );
  return z.strictObject({ base_version, form });
}

function fieldsOf<Form extends z.ZodType>({ shape }: ReturnType<typeof inputOf<Form>>) {
  return {
    base_version: shape.base_version,
    version: post.shape.version.describe('Of the working copy; grows with each change of it.'),
    form: shape.form,
    created_at: timestamp,
    updated_at: timestamp,
  };
}

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

/** The fields are as they were typed: tags are one text, and an empty date is an empty text. */
export const workingCopyForm = z.strictObject(formShape()).partial();

export const workingCopyInput = inputOf('post', workingCopyForm).meta({ id: 'WorkingCopyForm' });

export type WorkingCopyInput = z.infer<typeof workingCopyInput>;

export const workingCopy = namedObject('WorkingCopy', {
  id: workingCopyId,
  post_id: postId.nullable().describe('Null for a post that does not exist yet.'),
  ...fieldsOf(workingCopyInput),
});

export type WorkingCopy = z.infer<typeof workingCopy>;

export const workingCopySummary = workingCopy
  .omit({ form: true })
  .extend({
    title: z.string(),
    first_words: z
      .string()
      .describe('Of the excerpt or the text of a post that does not exist yet and has no title.'),
  })
  .meta({ id: 'WorkingCopySummary' });

export type WorkingCopySummary = z.infer<typeof workingCopySummary>;

/** The fields are as they were typed: an empty position is an empty text. */
export const pageWorkingCopyForm = z
  .strictObject({
    title: copyText,
    slug: copyText,
    content: copyText,
    meta_description: copyText,
    placement: z.enum(PLACEMENTS),
    position: copyText,
  })
  .partial();

export const pageWorkingCopyInput = inputOf('page', pageWorkingCopyForm).meta({
  id: 'PageWorkingCopyForm',
});

export const pageWorkingCopy = namedObject('PageWorkingCopy', {
  id: workingCopyId,
  ...fieldsOf(pageWorkingCopyInput),
  page_id: pageId.nullable().describe('Null for a page that does not exist yet.'),
});

export type PageWorkingCopy = z.infer<typeof pageWorkingCopy>;

export const pageWorkingCopySummary = pageWorkingCopy
  .omit({ form: true })
  .extend({ title: z.string() })
  .meta({ id: 'PageWorkingCopySummary' });

export type PageWorkingCopySummary = z.infer<typeof pageWorkingCopySummary>;
