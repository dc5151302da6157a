import { type PageWorkingCopy, pageWorkingCopyForm } from '@longhand/contract/page-working-copies';
import { page } from '@longhand/contract/pages';
import { type AdminPostSummary, post, postDefaults, postSummary } from '@longhand/contract/posts';
import { type WorkingCopy, workingCopyForm } from '@longhand/contract/working-copies';
import { z } from 'zod';

export type StoredDocument = {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly content: string | null;
  readonly updated_at: string | null;
};

/** The fields of a working copy, as they were typed. */
export type CopyForm = { readonly title?: string | undefined };

/** What differs between posts and pages. `Stored` is one as a snapshot holds it. */
export type DocumentKind<
  Stored extends StoredDocument = StoredDocument,
  Summary = object,
  Form extends CopyForm = CopyForm,
> = {
  readonly name: 'post' | 'page';
  readonly table: 'posts' | 'pages';
  readonly versions: 'post_revisions' | 'page_versions';
  readonly trash: 'trashed_posts' | 'trashed_pages';
  readonly copies: 'working_copies' | 'page_working_copies';
  /** Of `versions`, `trash` and `copies`. */
  readonly idColumn: 'post_id' | 'page_id';
  /** That only versions of this kind have. */
  readonly versionColumns: readonly 'published'[];
  readonly stored: z.ZodType<Stored>;
  /** Of a snapshot without its content. */
  readonly summary: z.ZodType<Summary>;
  /** With what earlier versions of the software did not store. `at` is when the snapshot was stored. */
  readonly complete: (snapshot: object, at: string) => object;
  /** Drops the fields that this version of the software does not have. */
  readonly copyForm: z.ZodType<Form>;
};

const storedPost = z.object({
  ...post.shape,
  slug_chosen: z.boolean(),
  translation_group: z.string().nullable(),
});

export type StoredPost = z.infer<typeof storedPost>;

export const POSTS: DocumentKind<StoredPost, AdminPostSummary, WorkingCopy['form']> = {
  name: 'post',
  table: 'posts',
  versions: 'post_revisions',
  trash: 'trashed_posts',
  copies: 'working_copies',
  idColumn: 'post_id',
  versionColumns: ['published'],
  stored: storedPost,
  summary: postSummary,
  complete(snapshot, at) {
    // The first release did not store slug_chosen, and versions have no translation_group.
    const internal = { slug_chosen: false, translation_group: null };
    const completed = { ...postDefaults(at), ...internal, ...snapshot };
    // Without a date, it would be in no list.
    if (completed.published) completed.published_at ??= completed.created_at;
    return completed;
  },
  copyForm: workingCopyForm.strip(),
};

/** Null texts are those that come with the software. */
const storedPage = z.object({
  ...page.omit({ is_default: true }).shape,
  content: z.string().nullable(),
});

export type StoredPage = z.infer<typeof storedPage>;

const pageSummary = page.omit({ content: true });

export const PAGES: DocumentKind<
  StoredPage,
  z.infer<typeof pageSummary>,
  PageWorkingCopy['form']
> = {
  name: 'page',
  table: 'pages',
  versions: 'page_versions',
  trash: 'trashed_pages',
  copies: 'page_working_copies',
  idColumn: 'page_id',
  versionColumns: [],
  stored: storedPage,
  summary: pageSummary,
  // About and Contact, which have default texts, are never in the trash.
  complete: (snapshot) => ({ ...snapshot, is_default: false }),
  copyForm: pageWorkingCopyForm.strip(),
};
