import { normalizeLanguage } from '@longhand/contract/language';
import { MAX_TAG_LENGTH, POST_YEARS } from '@longhand/contract/limits';
import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import type { Post } from '@longhand/contract/posts/posts';
import { MAX_TAGS, normalizeTags } from '@longhand/contract/posts/tags';
import { isLanguage } from '@longhand/contract/site/site-defaults';
import { startOfText } from '@longhand/contract/text/text';
import { isWithinYears } from '../posts/schedules/publishing-dates.ts';
import type { FoundDocument } from './source.ts';

type Publishing = Pick<Post, 'published' | 'published_at' | 'publish_at'>;

function isUsable(date: Date | null): date is Date {
  return date !== null && isWithinYears(date);
}

function publishingOf(isPublic: boolean, date: Date | null, now: Date): Publishing {
  const isAhead = date !== null && date > now;
  if (isAhead && isPublic)
    return { published: false, published_at: null, publish_at: date.toISOString() };
  return {
    published: isPublic,
    published_at: isAhead ? null : (date?.toISOString() ?? null),
    publish_at: null,
  };
}

/** A public document with a date in the future is scheduled. */
export function fitDates(
  { status, publishedAt, createdAt }: FoundDocument,
  now: Date,
  note: (note: string) => void,
) {
  for (const date of [publishedAt, createdAt])
    if (date !== null && !isUsable(date))
      note(
        `It has a date that cannot be used; years from ${POST_YEARS.first} to ${POST_YEARS.last} can.`,
      );
  const created = isUsable(createdAt) ? createdAt : null;
  const published = isUsable(publishedAt) ? publishedAt : null;
  // A public post without a date gets the one on which it was created, not that of the import.
  const date = published ?? (status === 'public' ? created : null);
  const past = [created, published].filter((one): one is Date => one !== null && one <= now);
  const createdAtHere = past.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? now;
  const updatedAtHere = past.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? now;
  return {
    publishing: publishingOf(status === 'public', date, now),
    dates: {
      created_at: (created !== null && created <= now ? created : createdAtHere).toISOString(),
      updated_at: updatedAtHere.toISOString(),
    },
  };
}

/** A database cannot store null bytes and halves of characters. */
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

const DIRECTION_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

export function toLine(text: string): string {
  return storable(text)
    .replace(DIRECTION_CONTROLS, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
}

const MAX_TITLE_FROM_TEXT = 80;
const MAX_EXCERPT_FROM_TEXT = 300;
/** Usually most of these characters of HTML are visible text. */
const FIRST_CHARACTERS = 1_000;
const UNTITLED = 'Untitled';

type Note = (note: string) => void;

/** The message is a sentence for the report. */
export class CannotImport extends Error {}

/** Never splits a character. */
function cut(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

function cutWithNote(text: string, limit: number, what: string, note: Note): string {
  if (text.length <= limit) return text;
  note(`The ${what} was cut after ${limit} characters.`);
  return cut(text, limit).trim();
}

/** Becomes one line, unless this software has accepted the text before: then no character changes. */
export function fitLine(text: string, { own }: FoundDocument): string {
  return own ? storable(text).trim() : toLine(text);
}

/** The title of a page is always one line, because it is shown in the header. */
function fitTitle(document: FoundDocument): string {
  const { kind, title } = document;
  return kind === 'page' ? toLine(title) : fitLine(title, document);
}

function fitTags(document: FoundDocument, note: Note): string[] {
  const tags = normalizeTags(document.tags.map((tag) => fitLine(tag, document)));
  for (const tag of tags.filter(({ length }) => length > MAX_TAG_LENGTH))
    note(`The topic “${cut(tag, MAX_TAG_LENGTH)}…” was cut after ${MAX_TAG_LENGTH} characters.`);
  const left = tags.slice(MAX_TAGS);
  if (left.length > 0)
    note(
      `Only the first ${MAX_TAGS} topics were imported, without: ${startOfText(left.join(', '), 500)}`,
    );
  return normalizeTags(tags.slice(0, MAX_TAGS).map((tag) => cut(tag, MAX_TAG_LENGTH)));
}

function fitLanguage(found: string | null, note: Note): string | null {
  if (found === null || found.trim() === '') return null;
  const language = normalizeLanguage(found);
  if (isLanguage(language)) return language;
  note(`Its language “${cut(toLine(found), 40)}” is unknown, so the site’s language is used.`);
  return null;
}

const META = { meta_title: 'metaTitle', meta_description: 'metaDescription' } as const;

function fitMeta(name: keyof typeof META, document: FoundDocument, note: Note): string | null {
  const line = fitLine(document[META[name]] ?? '', document);
  const { limit } = POST_FIELDS[name];
  return line === '' ? null : cutWithNote(line, limit, name.replace('_', ' '), note);
}

export function fitContent(content: string): string {
  const text = storable(content);
  const { limit } = POST_FIELDS.content;
  if (text.length > limit)
    throw new CannotImport(`Its text has more than ${limit.toLocaleString('en')} characters.`);
  return text;
}

type Texts = {
  readonly document: FoundDocument;
  readonly content: string;
  /** Returns the visible text of the content. */
  readonly readText: (content: string) => Promise<string>;
  readonly note: Note;
};

/** Reads only as much of a long content as an excerpt needs: reading all of it takes as long as rendering. */
async function readStart(content: string, readText: Texts['readText']): Promise<string> {
  for (let length = FIRST_CHARACTERS; ; length *= 10) {
    const text = await readText(content.slice(0, length));
    if (length >= content.length || text.length > MAX_EXCERPT_FROM_TEXT) return text;
  }
}

/** Fits the texts to the limits, and adds a title and an excerpt if they are missing. */
export async function fitTexts({ document, content, readText, note }: Texts) {
  const found = { title: fitTitle(document), excerpt: storable(document.excerpt).trim() };
  const isComplete = found.title !== '' && found.excerpt !== '';
  const text = isComplete ? '' : await readStart(content, readText);
  const title = found.title || startOfText(text, MAX_TITLE_FROM_TEXT) || UNTITLED;
  if (found.title === '') note(`It had no title, so it is called “${title}”.`);
  const excerpt = found.excerpt || startOfText(text, MAX_EXCERPT_FROM_TEXT);
  const { limit: titleLimit } = POST_FIELDS.title;
  return {
    title: cutWithNote(title, titleLimit, 'title', note),
    excerpt: cutWithNote(excerpt, POST_FIELDS.excerpt.limit, 'excerpt', note),
    tags: fitTags(document, note),
    meta_title: fitMeta('meta_title', document, note),
    meta_description: fitMeta('meta_description', document, note),
    language: fitLanguage(document.language, note),
  };
}
