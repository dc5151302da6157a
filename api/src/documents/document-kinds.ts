import { page } from '@longhand/contract/pages/pages';
import {
  type AdminPostSummary,
  post,
  postDefaults,
  postSummary,
} from '@longhand/contract/posts/posts';
import {
  type PageWorkingCopy,
  pageWorkingCopyForm,
  type WorkingCopy,
  workingCopyForm,
} from '@longhand/contract/working-copies';
import { z } from 'zod';

export type StoredDocument = {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly content: string | null;
  readonly updated_at: string | null;
};

/** The fields are as they were typed. */
export type CopyForm = { readonly title?: string | undefined };

/** Describes what differs between posts and pages. `Stored` is the document in a snapshot. */
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
  /** A column of `versions`, `trash` and `copies`. */
  readonly idColumn: 'post_id' | 'page_id';
  /** Columns that the versions of the other kind lack. */
  readonly versionColumns: readonly 'published'[];
  readonly stored: z.ZodType<Stored>;
  /** The fields of a snapshot without its content. */
  readonly summary: z.ZodType<Summary>;
  /** Adds what earlier versions of the software did not store. */
  readonly complete: (snapshot: object, storedAt: string) => object;
  /** Drops the fields that this version of the software does not have. */
  readonly copyForm: z.ZodType<Form>;
};

const storedPost = z.object({
  ...post.shape,
  slug_chosen: z.boolean(),
  translation_group: z.string().nullable(),
});

type StoredPost = z.infer<typeof storedPost>;

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
  complete(snapshot, storedAt) {
    // The first release did not store slug_chosen, and versions have no translation_group.
    const internal = { slug_chosen: false, translation_group: null };
    const completed = { ...postDefaults(storedAt), ...internal, ...snapshot };
    // Without a date, the post would be in no list.
    if (completed.published) completed.published_at ??= completed.created_at;
    return completed;
  },
  copyForm: workingCopyForm.strip(),
};

/** A null text is the default text of the software. */
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

export function documentPath(kind: 'post' | 'page', slug: string): string {
  return kind === 'post' ? `/blog/${slug}` : `/${slug}`;
}

/** With `version`, fails with an edit conflict if the document has another one. */
export type UpdateOptions = {
  readonly version?: number | undefined;
  /** The version of the working copy that is saved. The copy is deleted unless it has changed since. */
  readonly workingCopy?: number | undefined;
};
