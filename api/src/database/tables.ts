import type { Kysely, Transaction } from 'kysely';

/** Rows as they are stored: dates are ISO-8601 UTC text, booleans 0 or 1, lists JSON text. */
export type Tables = {
  settings: SettingsTable;
  posts: PostsTable;
  post_tags: PostTagsTable;
  post_search: PostSearchTable;
  post_search_terms: PostSearchTermsTable;
  post_search_parts: PostSearchPartsTable;
  public_state: PublicStateTable;
  slugs: SlugsTable;
  post_revisions: PostRevisionsTable;
  trashed_posts: TrashedPostsTable;
  idempotency_keys: IdempotencyKeysTable;
  sessions: SessionsTable;
  login_attempts: LoginAttemptsTable;
  download_tickets: DownloadTicketsTable;
  write_counts: WriteCountsTable;
  unreferenced_uploads: UnreferencedUploadsTable;
  jobs: JobsTable;
};

/**
 * What belongs to the moment and not to the blog. In a copy it would let somebody back in who has
 * logged out since, or carry visitors' addresses to wherever the copy goes.
 */
export const EPHEMERAL_TABLES = [
  'sessions',
  'login_attempts',
  'download_tickets',
  'write_counts',
  'jobs',
] as const satisfies readonly (keyof Tables)[];

export type Database = Kysely<Tables>;
/** Asked for where several statements must stand or fall together. */
export type DatabaseTransaction = Transaction<Tables>;

type SettingsTable = { name: string; value: string };

export type PostsTable = {
  id: string;
  slug: string;
  /** Whether somebody asked for the slug; one that nobody chose follows the title of a draft. */
  slug_chosen: number;
  title: string;
  /** Exactly what the administrator wrote; never sent to the public. */
  content: string;
  excerpt: string;
  tags: string;
  meta_title: string | null;
  meta_description: string | null;
  published: number;
  featured_image: string | null;
  featured_image_alt: string | null;
  created_at: string;
  updated_at: string;
  published_at: string | null;
  /** The time of the first publishing as a number that no other post has: lists are ordered by it. */
  place: number | null;
  version: number;
  /** What follows is made from the columns above when a post is saved. */
  public_content: string;
  reading_minutes: number;
  rendering: number;
};

/**
 * One row for each tag of each post: the topics of the blog, and the spelling each has already.
 * It has the place of its post while that is published, and none otherwise.
 */
type PostTagsTable = { post_id: string; tag_key: string; tag: string; place: number | null };

/** The text of each published post, by its place, indexed for finding any part of it. */
type PostSearchTable = { rowid: number; text: string };

/** In SQLite: every three characters that follow each other in any of those texts. */
type PostSearchTermsTable = { term: string };

/** In PostgreSQL: those texts in parts, cut by a trigger. */
type PostSearchPartsTable = { place: number; number: number; text: string };

/** One row, kept by triggers: a number that grows with every change that the public can see. */
type PublicStateTable = { revision: number; posts: number; characters: number };

/**
 * Every slug that is taken. One that the public has seen leads to its post for ever; another is
 * free again when its draft gets a new one.
 */
type SlugsTable = { slug: string; post_id: string; was_public: number };

/** A replaced version of a post, whole, as JSON. */
type PostRevisionsTable = {
  post_id: string;
  version: number;
  snapshot: string;
  replaced_at: string;
};

/** A deleted post, whole, as JSON. */
type TrashedPostsTable = { post_id: string; snapshot: string; deleted_at: string };

/** The post that each request with a key has created. */
type IdempotencyKeysTable = { key: string; post_id: string; created_at: string };

type SessionsTable = { token_hash: string; created_at: string; expires_at: string };

type LoginAttemptsTable = { id: string; address: string; name_hash: string; attempted_at: string };

/** What lets a browser fetch one download without a session's token in its address; once. */
type DownloadTicketsTable = { ticket_hash: string; expires_at: string };

/** How much somebody has written since their present window began. */
type WriteCountsTable = { key: string; window_start: string; count: number };

/** Uploads that no post, trash or revision names, and since when that is known. */
type UnreferencedUploadsTable = { name: string; since: string };

/** Nobody may claim a job before `claimed_until`, unless that is further away than any claim. */
type JobsTable = {
  name: string;
  claimed_by: string | null;
  claimed_until: string | null;
  last_started_at: string;
  /** Before `last_started_at` while it runs, or if its process ended in the middle. */
  last_finished_at: string | null;
};
