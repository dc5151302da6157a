import { z } from 'zod';
import { imageReference } from '../media/images.ts';
import { namedInput, namedObject } from '../named-schemas.ts';
import { slugInput } from '../text/slug.ts';
import { languageTag, listLimit, requiredText, text } from '../text/text.ts';
import {
  API_FIELD_NAMES,
  type FieldKind,
  type FieldName,
  fieldOf,
  POST_FIELDS,
} from './post-fields.ts';
import { CURSOR_PATTERN, MAX_PAGE_SIZE, MAX_QUERY_LENGTH } from './post-query.ts';
import { STATE_CHANGES } from './state-change.ts';
import { tagsInput } from './tags.ts';

export const postId = z.uuid({ version: 'v7', error: 'must be the id of a post' });

export const timestamp = z.iso.datetime();

/** Seconds can be left out. */
const dateInput = z
  .union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })], {
    error: 'must be a date and time like 2026-11-16T08:00:00+01:00',
  })
  .nullish();

/** The API describes the fields that have rules of their own. */
const DESCRIPTIONS: { readonly [Name in FieldName]?: string } = {
  published:
    'True publishes the post now, also one that is scheduled, unless publish_at is given. False keeps its schedule.',
  published_at:
    'The date of the post, not in the future: its place in lists and feeds. Null leaves it to the moment of publishing; that of a published post stays. Without effect while the post is scheduled.',
  publish_at:
    'A time in the future: the post is published then, whatever published says, and has this date unless it was public before. Null ends the schedule; left out, it stays.',
  send_when_published:
    'Whether the post is sent to the subscribers when it is published at its time. It ends with the schedule, and is false without one.',
  language: 'Null: that of the site.',
  translation_of:
    'The id of another post. All that are translations of one another link each other; two in one language are refused. Null leaves them, also for a post that only others name; left out, it stays.',
};

/** `input` is what the API accepts, `stored` what it stores and returns. */
const SCHEMAS = {
  requiredText: (limit: number) => ({ input: requiredText(limit), stored: z.string() }),
  html: (limit: number) => ({ input: requiredText(limit), stored: z.string() }),
  text: (limit: number) => ({ input: text(limit).nullish(), stored: z.string().nullable() }),
  tags: () => ({ input: tagsInput.optional(), stored: z.array(z.string()) }),
  image: () => ({ input: imageReference.nullish(), stored: z.string().nullable() }),
  slug: () => ({ input: slugInput.optional(), stored: z.string() }),
  boolean: () => ({ input: z.boolean().optional(), stored: z.boolean() }),
  date: () => ({ input: dateInput, stored: timestamp.nullable() }),
  language: () => ({ input: languageTag.nullish(), stored: z.string().nullable() }),
  post: () => ({ input: postId.nullish(), stored: postId.nullable() }),
} satisfies Record<FieldKind, (limit: number) => object>;

type Shape<Side extends 'input' | 'stored'> = {
  [Name in FieldName]: ReturnType<(typeof SCHEMAS)[(typeof POST_FIELDS)[Name]['kind']]>[Side];
};

function shapeOf<Side extends 'input' | 'stored'>(side: Side): Shape<Side> {
  const entries = API_FIELD_NAMES.map((name) => {
    const { kind, limit = Number.POSITIVE_INFINITY } = fieldOf(name);
    const schema = SCHEMAS[kind](limit)[side];
    const description = side === 'input' ? DESCRIPTIONS[name] : undefined;
    return [name, description === undefined ? schema : schema.describe(description)];
  });
  return Object.fromEntries(entries);
}

/** Omitted fields get their default in a new post, and stay unchanged in an existing one. */
export const postInput = namedInput('PostForm', shapeOf('input'));

export type PostInput = z.infer<typeof postInput>;

const { slug, published_at, publish_at, ...fields } = shapeOf('stored');

export const post = namedObject('Post', {
  id: postId,
  slug,
  ...fields,
  created_at: timestamp,
  updated_at: timestamp,
  published_at: published_at.describe(
    'The date that readers see. A draft may have one: that of an earlier publication, or for the next.',
  ),
  publish_at: publish_at.describe('When a scheduled post will be published.'),
  reading_minutes: z.int().positive(),
  version: z.int().positive(),
});

export type Post = z.infer<typeof post>;

type Essential =
  | 'id'
  | 'version'
  | {
      [Name in FieldName]: (typeof POST_FIELDS)[Name] extends { default: unknown } ? never : Name;
    }[FieldName];

/** Used in new posts, and in snapshots from before a field existed. */
export function postDefaults(at: string): Omit<Post, Essential> {
  const defaults = Object.entries(POST_FIELDS).flatMap(([name, field]) =>
    'default' in field ? [[name, structuredClone(field.default)]] : [],
  );
  return {
    ...Object.fromEntries(defaults),
    created_at: at,
    updated_at: at,
    reading_minutes: 1,
  };
}

export const listedLanguage = z.string().optional().describe('Left out if it is that of the site.');

/** It comes right before or after another post in the list of all posts. */
const adjacentPost = post
  .pick({ slug: true, title: true })
  .extend({ language: listedLanguage })
  .meta({ id: 'AdjacentPost' });

export type AdjacentPost = z.infer<typeof adjacentPost>;

/** Only the administrator sees these: the post that is named may be a draft, and a public post has no schedule. */
const publicPost = post.omit({ translation_of: true, send_when_published: true });

export const translation = post
  .pick({ slug: true, title: true })
  .extend({ language: z.string() })
  .meta({ id: 'Translation' });

export type Translation = z.infer<typeof translation>;

export const postDetail = publicPost
  .extend({
    translations: z.array(translation).describe('The published ones, in order of their language.'),
    previous_post: adjacentPost
      .nullable()
      .describe(
        'The published post before this one, by date; null for the oldest and for a draft.',
      ),
    next_post: adjacentPost
      .nullable()
      .describe('The published post after this one, by date; null for the newest and for a draft.'),
  })
  .meta({ id: 'PostDetail' });

export type PostDetail = z.infer<typeof postDetail>;

export const postSummary = post.omit({ content: true }).meta({ id: 'PostSummary' });

export type AdminPostSummary = z.infer<typeof postSummary>;

/** The language is left out if it is the site's, because there can be many posts. */
const listedPost = publicPost.partial({ language: true });

export type PublicPost = z.infer<typeof listedPost>;
export type PublicPostSummary = Omit<PublicPost, 'content'>;

const view = z
  .literal('summary', { error: "must be 'summary' if given" })
  .optional()
  .describe('The posts without their content.');

export const cursor = z
  .string()
  .regex(CURSOR_PATTERN, 'must come from the Link header of another response')
  .transform(Number)
  .optional()
  .describe('Where another response ended; from its Link header.');

export const limit = listLimit(MAX_PAGE_SIZE).optional();

export const searchQuery = z.string().max(MAX_QUERY_LENGTH).optional();

export const publicPostQuery = z.object({
  view,
  limit: limit.describe(
    'The maximum number of posts. If there are more, the Link header leads to the next.',
  ),
  q: searchQuery.describe(
    'Only posts with this text in title, excerpt or visible content, in any case.',
  ),
  tag: text(MAX_QUERY_LENGTH).optional().describe('Only posts with this tag, in any case.'),
  related: text(MAX_QUERY_LENGTH)
    .optional()
    .describe('Only posts that share tags with the one that has this slug, the closest first.'),
  cursor,
});

export const adminPostQuery = z.object({
  view,
  id: postId.optional().describe('Only the post with this id, if there is one.'),
  q: searchQuery.describe(
    'Only posts with this text in title, excerpt, tags or visible content, in any case.',
  ),
});

export const postList = z.array(listedPost.partial({ content: true }).meta({ id: 'PublicPost' }));
export const adminPostList = z.array(post.partial({ content: true }).meta({ id: 'AdminPost' }));

/** Cached content is valid for one revision. */
export const publicState = namedObject('PublicState', {
  revision: z.int().positive().describe('Grows with every change that the public can see.'),
  posts: z.int().nonnegative().describe('How many posts are published.'),
  characters: z.int().nonnegative().describe('Their total length in characters.'),
});

export type PublicState = z.infer<typeof publicState>;

export const postVersion = namedObject('PostVersion', {
  version: post.shape.version,
  title: z.string(),
  published: z.boolean(),
  state_change: z
    .enum(STATE_CHANGES)
    .nullable()
    .describe(
      'What it changed, if that was only the state. Null in a version of an earlier release, too.',
    ),
  saved_at: timestamp,
  replaced_at: timestamp,
});

export type PostVersion = z.infer<typeof postVersion>;

export const trashedPost = postSummary
  .extend({ deleted_at: timestamp })
  .meta({ id: 'TrashedPost' });

export type TrashedPost = z.infer<typeof trashedPost>;

export const wholeTrashedPost = post
  .extend(trashedPost.pick({ deleted_at: true }).shape)
  .meta({ id: 'WholeTrashedPost' });

export type WholeTrashedPost = z.infer<typeof wholeTrashedPost>;

export const previewInput = namedInput('PreviewForm', {
  content: text(POST_FIELDS.content.limit),
  language: languageTag.nullish().describe('Of the post. Null or left out: that of the site.'),
});

export type PreviewInput = z.infer<typeof previewInput>;

/** Readers do not get this part of a content, or it is a tag without its other half. */
export const removal = namedObject('Removal', {
  kind: z.enum(['element', 'attribute', 'address', 'unclosed', 'unopened']),
  name: z.string().describe('Of the element or attribute; empty for an unfinished tag.'),
  detail: z.string().describe('The host of an embed, an address, or the element of an attribute.'),
  line: z.int().positive().describe('Where it begins, from 1.'),
  message: z.string().describe('A sentence for the writer.'),
});

export type Removal = z.infer<typeof removal>;

export const preview = namedObject('Preview', {
  content: post.shape.content,
  reading_minutes: post.shape.reading_minutes,
  removed: z.array(removal).describe('In the order of the content, the first ones of each name.'),
  removed_count: z.int().nonnegative().describe('How many there are, including those not listed.'),
});

export type Preview = z.infer<typeof preview>;
