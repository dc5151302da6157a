import type { TokenScope } from '@longhand/contract/api-tokens';
import type { EventActor, EventKind } from '@longhand/contract/event-kinds';
import type { StateChange } from '@longhand/contract/posts/state-change';
import type {
  Device,
  READ_PERCENTS,
  SECONDS_STEPS,
} from '@longhand/contract/statistics/statistics-names';
import type { WebhookEvent } from '@longhand/contract/webhook-events';
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { PostColumns } from './post-columns.ts';

/** Rows as they are stored: dates are ISO-8601 UTC text, booleans 0 or 1, lists JSON text. */
export type Tables = {
  settings: { name: string; value: string };
  /** What the owner has set, as JSON. A setting without a row has its default. */
  site_settings: { name: string; value: string };
  /** `name` is a file name of one size of the owner's icon, `body` is in base64. */
  site_icons: { name: string; body: string };
  posts: PostsTable;
  /** `sort_key` is that of the post while it is published, otherwise null. */
  post_tags: { post_id: string; tag_key: string; tag: string; sort_key: number | null };
  /** Full text of the published posts; `rowid` is the post's sort key. */
  post_search: { rowid: number; text: string };
  /** SQLite only: the trigrams of the full-text index. */
  post_search_terms: { term: string };
  /** PostgreSQL only: the texts in chunks, cut by a trigger. */
  post_search_parts: { sort_key: number; number: number; text: string };
  /** One row, maintained by triggers; `revision` grows with every change visible to the public. */
  public_state: { revision: number; posts: number; characters: number };
  /** A slug that was public redirects to its post for ever. A slug of a draft is freed on change. */
  slugs: { slug: string; post_id: string; was_public: number };
  /** `snapshot` is the whole post as JSON. Lists read the other columns only. */
  post_revisions: {
    post_id: string;
    version: number;
    /** Null if the snapshot could not be read when this column was added. */
    title: string | null;
    published: number;
    saved_at: string;
    replaced_at: string;
    snapshot: string;
  };
  /** The versions that changed only the state, so that lists need not compare snapshots to say so. */
  state_changes: { document_id: string; version: number; change: StateChange };
  /** `summary` is the snapshot without its content, for lists. */
  trashed_posts: {
    post_id: string;
    deleted_at: string;
    summary: string;
    snapshot: string;
    search_text: string | null;
  };
  /** `body_hash` is null in rows that earlier versions stored. */
  idempotency_keys: {
    key: string;
    post_id: string;
    created_at: string;
    body_hash: string | null;
  };
  working_copies: WorkingCopiesTable;
  preview_links: {
    id: string;
    post_id: string;
    token_hash: string;
    created_at: string;
    expires_at: string;
    /** 1 if the link was made while the post was public: then it shows the working copy. */
    shows_changes: number;
  };
  pages: PagesTable;
  /** The columns mean the same as in `post_revisions`. */
  page_versions: {
    page_id: string;
    version: number;
    title: string | null;
    /** Null for the default text of About or Contact. */
    saved_at: string | null;
    replaced_at: string;
    snapshot: string;
  };
  /** Addresses that a page had before: they redirect to it for ever. */
  page_slugs: { slug: string; page_id: string };
  /** The columns mean the same as in `trashed_posts`. */
  trashed_pages: { page_id: string; deleted_at: string; summary: string; snapshot: string };
  page_working_copies: Omit<WorkingCopiesTable, 'post_id' | 'search_text'> & {
    page_id: string | null;
  };
  /**
   * A path that another blog had, in its normal form (contract/src/redirects.ts). It leads to the post or
   * page with this id, whatever its slug is now, or to an address; two of the three are null.
   */
  redirects: {
    from_path: string;
    post_id: string | null;
    page_id: string | null;
    to_address: string | null;
    created_at: string;
  };
  /** A row stays when the document is deleted, so that the next import does not bring it back. */
  imported_items: {
    /** The address of a blog, or the name of a folder. */
    origin: string;
    /** Not unique on its own, even within one file. */
    guid: string;
    source_id: string;
    kind: 'post' | 'page' | 'redirect';
    document_id: string;
    imported_at: string;
  };
  imports: {
    id: string;
    file_name: string;
    state: string;
    /** JSON, like the next two columns. */
    options: string;
    progress: string | null;
    report: string | null;
    /** A sentence for the owner. */
    failure: string | null;
    created_at: string;
    updated_at: string;
  };
  /** A row stays when somebody unsubscribes, so that no list of the owner's brings them back. */
  subscribers: {
    id: string;
    /** As entered, but with the domain in lower case. */
    email: string;
    /** Equal for equal mailboxes. */
    email_key: string;
    state: 'waiting' | 'confirmed' | 'unsubscribed' | 'bounced';
    /** Who says that this person agreed: the person, by the form, or the owner. */
    source: 'form' | 'owner' | 'csv';
    created_at: string;
    confirmed_at: string | null;
    /** The IP address that the confirmation came from. Null if the owner has vouched. */
    confirmed_from: string | null;
    ended_at: string | null;
    /** In lower case. It is in the links to unsubscribe and in the return address of every mail. */
    token: string;
    /** In the link of the confirmation mail. A subscriber who left keeps that state until it is used. */
    confirm_token: string | null;
    confirm_until: string | null;
  };
  /** Each use of the form has a row, for the limits, and until its mail is sent. */
  newsletter_signups: {
    id: string;
    /** The visitor's address, as `addressKey` makes it. Empty once no limit counts it any more. */
    address: string;
    /** Where the mail goes, as `mailboxKey` makes it. Null if a robot used the form. */
    mailbox: string | null;
    subscriber_id: string | null;
    created_at: string;
    /** `none` if there is nothing to send. */
    state: 'none' | 'pending' | 'sending' | 'sent' | 'failed';
    attempts: number;
    next_try_at: string | null;
  };
  /** A post has at most one mailing, for ever. */
  mailings: {
    id: string;
    post_id: string;
    /** The title of the post when it was sent. */
    title: string;
    state: 'sending' | 'paused' | 'done' | 'cancelled';
    recipients: number;
    /** The number of recipients with this state; changed together with their rows. */
    sent: number;
    failed: number;
    skipped: number;
    /** Says to the owner why nothing can be sent at the moment. */
    problem: string | null;
    created_at: string;
    ended_at: string | null;
  };
  /**
   * Subject, preheader, HTML and text as JSON, as they were when the mailing began. A table of its own, because the row
   * of a mailing changes with every mail.
   */
  mailing_contents: { mailing_id: string; content: string };
  /**
   * `sending` is set before the mail is handed to the mail server, and never goes back by itself: once its claim has
   * expired, nobody knows whether the mail was sent.
   */
  mailing_recipients: {
    mailing_id: string;
    subscriber_id: string;
    state: 'pending' | 'sending' | 'sent' | 'failed' | 'skipped';
    /** How often the server has refused it temporarily. */
    attempts: number;
    next_try_at: string;
    claimed_by: string | null;
    claimed_until: string | null;
    /** The answer of the mail server. */
    reason: string | null;
    /** 1 if it failed because the server refuses this address. */
    refused: number;
    updated_at: string;
  };
  /** All processes together send the next mail not before `next_at`. */
  mail_rate: { name: string; next_at: string };
  events: EventsTable;
  /** `events` is JSON. The secret is stored as it is, because it signs each delivery. */
  webhooks: { id: string; url: string; events: string; secret: string; created_at: string };
  webhook_deliveries: WebhookDeliveriesTable;
  upload_references: UploadReferencesTable;
  view_days: ViewDaysTable;
  /** The sums of the days of a month, of single posts: a year of all of them has few rows. */
  view_months: {
    month: string;
    post_id: string;
    views: number;
    visitors: number;
    finished: number;
  };
  /** `post_id` is empty for the sum of all public pages. */
  view_sources: {
    post_id: string;
    kind: SourceKind;
    day: string;
    /** The host and path of a referrer, a language, or `other`. */
    name: string;
    views: number;
  };
  /** The title and slug of a deleted post are its last ones. */
  counted_posts: { post_id: string; title: string; slug: string };
  /** The greatest number that a feed reader reported on a day. */
  feed_subscribers: { day: string; reader: string; subscribers: number };
  /** A day whose visitors are still told apart; `key` is that of their hashes. */
  counted_days: {
    day: string;
    key: string;
    /** How many rows there are of the day, for the limits: of visits, and of sources of single posts. */
    visits: number;
    post_sources: number;
  };
  visits: VisitsTable;
  /** The last batch of views that a process has written, so that none is counted twice. */
  view_batches: { writer: string; number: number; day: string };
  sessions: SessionsTable;
  /** At most one of each: a pending secret is no factor yet, and ends by itself. */
  totp_secrets: {
    state: 'pending' | 'active';
    /** In Base32. */
    secret: string;
    /** The latest step of 30 seconds whose code was accepted: a code is accepted once. */
    last_step: number;
    created_at: string;
  };
  passkeys: PasskeysTable;
  /** A row is deleted when its code is used. */
  recovery_codes: { code_hash: string };
  /** Each is accepted once. `address` is that of the request, as `addressKey` makes it. */
  passkey_challenges: {
    challenge: string;
    purpose: 'use' | 'add';
    address: string;
    expires_at: string;
  };
  api_tokens: ApiTokensTable;
  login_attempts: { id: string; address: string; name_hash: string; attempted_at: string };
  /** Valid once. It lets a browser download a backup without a session token in the URL. */
  download_tickets: { ticket_hash: string; expires_at: string };
  write_counts: { key: string; window_start: string; count: number };
  unreferenced_uploads: { name: string; since: string };
  /** A `claimed_until` further away than the longest claim is ignored: a clock was wrong. */
  jobs: {
    name: string;
    claimed_by: string | null;
    claimed_until: string | null;
    last_started_at: string;
    /** Earlier than `last_started_at` while the job runs, or after a crash. */
    last_finished_at: string | null;
  };
};

/**
 * They tell visitors of one day from one another, and live for that day only. Deleted in this order: the first one waits
 * for batches that are being written, and holds back those that come.
 */
export const VISITOR_TABLES = [
  'counted_days',
  'visits',
  'view_batches',
] as const satisfies readonly (keyof Tables)[];

/**
 * These tables are not part of a backup: they would revive ended sessions, disclose visitors' IP addresses, and send
 * again what was sent.
 */
export const EPHEMERAL_TABLES = [
  'sessions',
  'passkey_challenges',
  'login_attempts',
  'download_tickets',
  'write_counts',
  'jobs',
  'imports',
  'newsletter_signups',
  'mail_rate',
  'webhook_deliveries',
  ...VISITOR_TABLES,
] as const satisfies readonly (keyof Tables)[];

export type Database = Kysely<Tables>;
export type Transaction = KyselyTransaction<Tables>;

/** All pages are public. Without a row, About and Contact have their default texts. */
type PagesTable = {
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

/** `content` is as entered, unsanitized: never sent to the public. */
export type PostsTable = PostColumns & {
  id: string;
  /** 1 if the slug was entered by hand; otherwise it follows the title until it is published. */
  slug_chosen: number;
  created_at: string;
  updated_at: string;
  /** Posts that are translations of one another have the same group. */
  translation_group: string | null;
  /** Sort key of public lists: the post's date, made unique. Null if it was never published. */
  sort_key: number | null;
  version: number;
  /** The columns from here on are derived from those above at each save. */
  public_content: string;
  reading_minutes: number;
  rendering: number;
};

/** `id` is the post's id, or the idempotency key of a post that does not exist yet. */
type WorkingCopiesTable = {
  id: string;
  post_id: string | null;
  /** The version of the post that was edited; 0 for a new one. */
  base_version: number;
  version: number;
  /** Taken from the form, for lists. */
  title: string;
  created_at: string;
  updated_at: string;
  /** The fields of the editor, as JSON. */
  form: string;
  /** Made from the form. Null if that failed, until the next start. */
  search_text: string | null;
};

export type ViewCounts = {
  views: number;
  visitors: number;
  /** Only of the whole site. */
  feed_fetchers: number;
} & Record<Device, number> &
  Record<`percent_${(typeof READ_PERCENTS)[number]}`, number> &
  Record<`seconds_${(typeof SECONDS_STEPS)[number]}`, number>;

/** `post_id` is empty for all public pages together, of which visitors are no sum of those of the posts. */
type ViewDaysTable = ViewCounts & { post_id: string; day: string };

export type SourceKind = 'referrer' | 'language';

/**
 * What a visitor did on a day, by keyed hashes. `page` is empty for the whole site, the id of a post, or `feed`.
 */
export type VisitsTable = {
  day: string;
  visitor: string;
  page: string;
  network: string;
  views: number;
  /** Of how many views the end was reported; the last one with these steps. */
  ends: number;
  percent: number;
  seconds: number;
};

/** The last three columns are null in sessions that are older than the columns. */
export type SessionsTable = {
  token_hash: string;
  created_at: string;
  expires_at: string;
  user_agent: string | null;
  address: string | null;
  last_used_at: string | null;
};

/** Null in `expires_at` means that the token does not end by itself. */
export type ApiTokensTable = {
  id: string;
  token_hash: string;
  name: string;
  scope: TokenScope;
  created_at: string;
  expires_at: string | null;
  last_used_at: string | null;
};

/** `id` grows with time. No text, secret or whole address is in a row. */
export type EventsTable = {
  id: string;
  at: string;
  kind: EventKind;
  actor: EventActor;
  /** A network. */
  address: string | null;
  subject: string | null;
  detail: string | null;
};

export type WebhookDeliveriesTable = {
  /** The same at each attempt, so that the receiver can tell them from new ones. */
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  /** Its id, slug and title at that time, as JSON. */
  post: string;
  state: 'pending' | 'delivered' | 'given_up';
  attempts: number;
  /** Of the last answer. */
  status: number | null;
  /** A sentence for the owner. */
  error: string | null;
  created_at: string;
  /** Null once it is not pending. An attempt moves it before it starts, so that no other process makes it, too. */
  next_try_at: string | null;
};

/** `credential_id` and the public key, which is in COSE, are in base64url. */
export type PasskeysTable = {
  id: string;
  credential_id: string;
  public_key: string;
  /** Of its uses; always 0 for passkeys that several devices share. */
  counter: number;
  name: string;
  created_at: string;
  last_used_at: string | null;
};

/** Each name of an upload that is in a text: the row of `source` with this id and version. */
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
