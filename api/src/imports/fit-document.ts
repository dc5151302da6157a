import { normalizeLanguage } from '@longhand/contract/language';
import { MAX_TAG_LENGTH } from '@longhand/contract/limits';
import { POST_FIELDS } from '@longhand/contract/post-fields';
import { isLanguage } from '@longhand/contract/site-defaults';
import { MAX_TAGS, normalizeTags } from '@longhand/contract/tags';
import { startOfText } from '@longhand/contract/text-start';
import type { FoundDocument } from './source.ts';
import { storable, toLine } from './storable-text.ts';

const MAX_TITLE_FROM_TEXT = 80;
const MAX_EXCERPT_FROM_TEXT = 300;
/** Of HTML, most of which is visible text. */
const FIRST_CHARACTERS = 1_000;
const UNTITLED = 'Untitled';

type Note = (note: string) => void;

/** Why a document cannot be taken, as a sentence for the report. */
export class CannotImport extends Error {}

/** Cut where no character is split. */
function cut(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
}

function cutWithNote(text: string, limit: number, what: string, note: Note): string {
  if (text.length <= limit) return text;
  note(`The ${what} was cut after ${limit} characters.`);
  return cut(text, limit).trim();
}

/** In one line, unless this software has accepted it as it is: then not a character changes. */
export function fitLine(text: string, { own }: FoundDocument): string {
  return own ? storable(text).trim() : toLine(text);
}

/** Of a page, one line in every case: it is shown in the header. */
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
    note(`Only the first ${MAX_TAGS} topics were taken, not: ${startOfText(left.join(', '), 500)}`);
  return normalizeTags(tags.slice(0, MAX_TAGS).map((tag) => cut(tag, MAX_TAG_LENGTH)));
}

function fitLanguage(found: string | null, note: Note): string | null {
  if (found === null || found.trim() === '') return null;
  const language = normalizeLanguage(found);
  if (isLanguage(language)) return language;
  note(`Its language “${cut(toLine(found), 40)}” is not known, so it has that of the site.`);
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
  /** The visible text of the content. */
  readonly readText: (content: string) => Promise<string>;
  readonly note: Note;
};

/** Of a long content only so much as an excerpt needs: reading all of it takes as long as rendering. */
async function readStart(content: string, readText: Texts['readText']): Promise<string> {
  for (let length = FIRST_CHARACTERS; ; length *= 10) {
    const text = await readText(content.slice(0, length));
    if (length >= content.length || text.length > MAX_EXCERPT_FROM_TEXT) return text;
  }
}

/** What posts and pages have: within the limits, with a title and an excerpt. */
export async function fitTexts({ document, content, readText, note }: Texts) {
  const found = { title: fitTitle(document), excerpt: storable(document.excerpt).trim() };
  const isComplete = found.title !== '' && found.excerpt !== '';
  const text = isComplete ? '' : await readStart(content, readText);
  const title = found.title || startOfText(text, MAX_TITLE_FROM_TEXT) || UNTITLED;
  if (found.title === '') note(`It had no title; now it is called “${title}”.`);
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
