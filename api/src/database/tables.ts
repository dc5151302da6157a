import type { Kysely, Transaction } from 'kysely';

/** Rows as they are stored: dates are ISO-8601 UTC text, booleans 0 or 1, lists JSON text. */
export type Tables = {
  settings: SettingsTable;
  site_settings: SiteSettingsTable;
  site_icons: SiteIconsTable;
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
  working_copies: WorkingCopiesTable;
  preview_links: PreviewLinksTable;
  pages: PagesTable;
  page_versions: PageVersionsTable;
  page_slugs: PageSlugsTable;
  trashed_pages: TrashedPagesTable;
  page_working_copies: PageWorkingCopiesTable;
  redirects: RedirectsTable;
  imported_items: ImportedItemsTable;
  imports: ImportsTable;
  subscribers: SubscribersTable;
  newsletter_signups: NewsletterSignupsTable;
  mailings: MailingsTable;
  mailing_contents: MailingContentsTable;
  mailing_recipients: MailingRecipientsTable;
  mail_rate: MailRateTable;
  upload_references: UploadReferencesTable;
  sessions: SessionsTable;
  login_attempts: LoginAttemptsTable;
  download_tickets: DownloadTicketsTable;
  write_counts: WriteCountsTable;
  unreferenced_uploads: UnreferencedUploadsTable;
  jobs: JobsTable;
};

/** Not part of a backup: it would revive ended sessions, and disclose visitors' IP addresses. */
export const EPHEMERAL_TABLES = [
  'sessions',
  'login_attempts',
  'download_tickets',
  'write_counts',
  'jobs',
  'imports',
  'newsletter_signups',
  'mail_rate',
] as const satisfies readonly (keyof Tables)[];

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** What the software itself remembers. */
type SettingsTable = { name: string; value: string };

/** What the owner has set, as JSON; without a row, a setting has its default. */
type SiteSettingsTable = { name: string; value: string };

/** The sizes of the owner's icon by file name, in base64. */
type SiteIconsTable = { name: string; body: string };

/** All of them are public. Without a row, About and Contact are as they come with the software. */
export type PagesTable = {
  id: string;
  slug: string;
  title: string;
  meta_description: string | null;
  placement: string;
  position: number;
  created_at: string;
  updated_at: string;
  version: number;
  rendering: number;
  /** As entered, unsanitized; null while About or Contact has its default text. */
  content: string | null;
  /** Made from the content at each save. */
  public_content: string | null;
};

/** As `PostRevisionsTable`. */
type PageVersionsTable = {
  page_id: string;
  version: number;
  title: string | null;
  /** Null for About or Contact as it came with the software. */
  saved_at: string | null;
  replaced_at: string;
  snapshot: string;
};

/** As `TrashedPostsTable`. */
type TrashedPagesTable = { page_id: string; deleted_at: string; summary: string; snapshot: string };

/** Addresses that a page had before: they redirect to it for ever. */
type PageSlugsTable = { slug: string; page_id: string };

export type PostsTable = {
  id: string;
  slug: string;
  /** 1 if the slug was entered by hand; otherwise it follows the title until it is published. */
  slug_chosen: number;
  title: string;
  /** As entered, unsanitized: never sent to the public. */
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
  /** When the scheduler publishes it; null once it is published. */
  publish_at: string | null;
  /** 1 if the scheduler also sends it to the subscribers. */
  send_when_published: number;
  language: string | null;
  translation_of: string | null;
  /** The same in all posts that are translations of one another. */
  translation_group: string | null;
  /** Sort key of public lists: the post's date, made unique. Null if it was never published. */
  sort_key: number | null;
  version: number;
  /** From here on: derived from the columns above at each save. */
  public_content: string;
  reading_minutes: number;
  rendering: number;
};

/** `sort_key` is that of the post while it is published, otherwise null. */
type PostTagsTable = { post_id: string; tag_key: string; tag: string; sort_key: number | null };

/** Full text of the published posts; `rowid` is the post's sort key. */
type PostSearchTable = { rowid: number; text: string };

/** SQLite only: the trigrams of the full-text index. */
type PostSearchTermsTable = { term: string };

/** PostgreSQL only: the texts in chunks, cut by a trigger. */
type PostSearchPartsTable = { sort_key: number; number: number; text: string };

/** One row, maintained by triggers; `revision` grows with every change visible to the public. */
type PublicStateTable = { revision: number; posts: number; characters: number };

/** A slug that was public redirects to its post for ever; that of a draft is freed on change. */
type SlugsTable = { slug: string; post_id: string; was_public: number };

/** `snapshot` is the whole post as JSON. Lists read the other columns only. */
type PostRevisionsTable = {
  post_id: string;
  version: number;
  /** Null if the snapshot could not be read when there was no such column yet. */
  title: string | null;
  published: number;
  saved_at: string;
  replaced_at: string;
  snapshot: string;
};

/** `summary` is the snapshot without its content, for lists. */
type TrashedPostsTable = {
  post_id: string;
  deleted_at: string;
  summary: string;
  snapshot: string;
  search_text: string | null;
};

/** `body_hash` is null in rows that earlier versions stored. */
type IdempotencyKeysTable = {
  key: string;
  post_id: string;
  created_at: string;
  body_hash: string | null;
};

/** `id` is the post's id, or the idempotency key of a post that does not exist yet. */
type WorkingCopiesTable = {
  id: string;
  post_id: string | null;
  /** The version of the post that was edited; 0 for a new one. */
  base_version: number;
  version: number;
  /** That of the form, for lists. */
  title: string;
  created_at: string;
  updated_at: string;
  /** The editor's fields, as JSON. */
  form: string;
  /** Made from the form; null until the next start if it is not there yet. */
  search_text: string | null;
};

/** As `WorkingCopiesTable`. */
type PageWorkingCopiesTable = Omit<WorkingCopiesTable, 'post_id' | 'search_text'> & {
  page_id: string | null;
};

/**
 * A path that another blog had, in its normal form (contract/src/redirects.ts). It leads to the post or
 * page with this id, whatever its slug is now, or to an address; two of the three are null.
 */
type RedirectsTable = {
  from_path: string;
  post_id: string | null;
  page_id: string | null;
  to_address: string | null;
  created_at: string;
};

/** Stays when the document is deleted, so that the next import does not bring it back. */
type ImportedItemsTable = {
  /** What was imported from: the address of a blog, or the name of a folder. */
  origin: string;
  /** Not unique on its own, even within one file. */
  guid: string;
  source_id: string;
  kind: 'post' | 'page' | 'redirect';
  document_id: string;
  imported_at: string;
};

/** Started from the dashboard. */
type ImportsTable = {
  id: string;
  file_name: string;
  state: string;
  /** As JSON, as the next two. */
  options: string;
  progress: string | null;
  report: string | null;
  /** A sentence for the owner. */
  failure: string | null;
  created_at: string;
  updated_at: string;
};

/** Stays when somebody leaves, so that no list of the owner's brings them back. */
type SubscribersTable = {
  id: string;
  /** As entered, the domain in lower case. */
  email: string;
  /** Equal for equal mailboxes. */
  email_key: string;
  state: 'waiting' | 'confirmed' | 'unsubscribed' | 'bounced';
  /** Who says that this person agreed: the person, by the form, or the owner. */
  source: 'form' | 'owner' | 'csv';
  created_at: string;
  confirmed_at: string | null;
  /** The IP address that the confirmation came from; null if the owner has vouched. */
  confirmed_from: string | null;
  /** When they left or bounced. */
  ended_at: string | null;
  /** In lower case, for the links to leave and the return address of every mail. */
  token: string;
  /** In the link of the confirmation mail. One who left keeps that state until it is used. */
  confirm_token: string | null;
  confirm_until: string | null;
};

/** A use of the form: for the limits, and until its mail is sent. */
type NewsletterSignupsTable = {
  id: string;
  /** The visitor's, as `addressKey` makes it. */
  address: string;
  subscriber_id: string | null;
  created_at: string;
  /** `none`: there is nothing to send. */
  state: 'none' | 'pending' | 'sending' | 'sent' | 'failed';
  attempts: number;
  next_try_at: string | null;
};

/** One per post, for ever. */
type MailingsTable = {
  id: string;
  post_id: string;
  /** That of the post when it was sent. */
  title: string;
  state: 'sending' | 'paused' | 'done' | 'cancelled';
  recipients: number;
  /** How many of them have this state; changed together with it. */
  sent: number;
  failed: number;
  skipped: number;
  /** Why nothing can be sent at the moment, for the owner. */
  problem: string | null;
  created_at: string;
  ended_at: string | null;
};

/**
 * Subject, preheader, HTML and text as JSON, as they were when the mailing began. Apart, because the
 * row of a mailing changes with every mail.
 */
type MailingContentsTable = { mailing_id: string; content: string };

/**
 * `sending` is set before the mail server hears of it, and never goes back by itself: without a claim that
 * is still valid, nobody knows whether the mail was sent.
 */
type MailingRecipientsTable = {
  mailing_id: string;
  subscriber_id: string;
  state: 'pending' | 'sending' | 'sent' | 'failed' | 'skipped';
  /** How often the server has refused it for now. */
  attempts: number;
  next_try_at: string;
  claimed_by: string | null;
  claimed_until: string | null;
  /** What the mail server said. */
  reason: string | null;
  /** 1 if it failed because the server refuses this address. */
  refused: number;
  updated_at: string;
};

/** When the next mail may be sent, by all processes together. */
type MailRateTable = { name: string; next_at: string };

type PreviewLinksTable = {
  id: string;
  post_id: string;
  token_hash: string;
  created_at: string;
  expires_at: string;
  /** 1 if it was made while the post was public: then it shows the working copy. */
  shows_changes: number;
};

/** The last three columns are null in sessions from before they existed. */
export type SessionsTable = {
  token_hash: string;
  created_at: string;
  expires_at: string;
  user_agent: string | null;
  address: string | null;
  last_used_at: string | null;
};

type LoginAttemptsTable = { id: string; address: string; name_hash: string; attempted_at: string };

/** One-time: lets a browser download a backup without a session token in the URL. */
type DownloadTicketsTable = { ticket_hash: string; expires_at: string };

type WriteCountsTable = { key: string; window_start: string; count: number };

/** The names of uploads that are in a text: the row of `source` with this id and version. */
export type UploadReferencesTable = {
  source:
    | 'posts'
    | 'post_revisions'
    | 'trashed_posts'
    | 'working_copies'
    | 'pages'
    | 'page_versions'
    | 'trashed_pages'
    | 'page_working_copies';
  source_id: string;
  /** 0 for texts that are no replaced version. */
  version: number;
  name: string;
};

type UnreferencedUploadsTable = { name: string; since: string };

/** A `claimed_until` further away than the longest claim is ignored: a clock was wrong. */
type JobsTable = {
  name: string;
  claimed_by: string | null;
  claimed_until: string | null;
  last_started_at: string;
  /** Earlier than `last_started_at` while the job runs, or after a crash. */
  last_finished_at: string | null;
};
