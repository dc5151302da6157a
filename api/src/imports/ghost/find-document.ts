import { editHtml } from '../html/edit-html.ts';
import { plainText } from '../html/plain-text.ts';
import { parseDate } from '../parse-date.ts';
import type { FoundDocument, FoundItem } from '../source.ts';
import { replaceCards } from './cards.ts';
import type { GhostRecord } from './read-records.ts';
import { type Survey, textOf } from './survey.ts';

const OWN_URL = /__GHOST_URL__\/?/g;

/** Exports write the address of the site itself as a word. */
function onSite(text: string): string {
  return text.replace(OWN_URL, '/');
}

function isPage(post: GhostRecord): boolean {
  return post.type === 'page' || Number(post.page ?? 0) === 1;
}

function isForEverybody(post: GhostRecord): boolean {
  return ['', 'public'].includes(textOf(post, 'visibility'));
}

function statusOf(post: GhostRecord): 'public' | 'draft' {
  const isPublic = ['published', 'scheduled'].includes(textOf(post, 'status'));
  return isPublic && isForEverybody(post) ? 'public' : 'draft';
}

function notesOn(post: GhostRecord, meta: GhostRecord): string[] {
  const caption = plainText(textOf(meta, 'feature_image_caption'));
  const hasCode = textOf(post, 'codeinjection_head') + textOf(post, 'codeinjection_foot') !== '';
  return [
    ...(textOf(post, 'html').trim() === '' ? ['It has no text.'] : []),
    ...(isForEverybody(post) ? [] : ['It was only for members, so it is a draft.']),
    ...(textOf(post, 'status') === 'sent' ? ['It was only sent by mail, so it is a draft.'] : []),
    ...(caption === '' ? [] : [`The caption of its featured image was left out: “${caption}”`]),
    ...(hasCode ? ['The code that was injected into its page was left out.'] : []),
  ];
}

function pad(number: number): string {
  return String(number).padStart(2, '0');
}

/** Ghost 1 had one form of addresses for all posts, like `/:year/:month/:slug/`. */
function fromPattern(pattern: string, slug: string, date: Date): string {
  const parts: Readonly<Record<string, string>> = {
    slug,
    year: String(date.getUTCFullYear()),
    month: pad(date.getUTCMonth() + 1),
    day: pad(date.getUTCDate()),
  };
  return pattern.replace(/:(\w+)/g, (word, name) => parts[name] ?? word);
}

function addressesOf(slug: string, date: Date | null, { setting }: Pick<Survey, 'setting'>) {
  if (slug === '') return [];
  const plain = `/${encodeURIComponent(slug)}/`;
  const pattern = setting('permalinks');
  if (!date || !pattern.includes(':year')) return [plain];
  return [fromPattern(pattern, encodeURIComponent(slug), date), plain];
}

function optional(text: string): string | null {
  return text === '' ? null : text;
}

/** Newer versions have a table of its own for these, older ones columns. */
function metaText(post: GhostRecord, meta: GhostRecord, column: string): string | null {
  return optional(plainText(textOf(meta, column) || textOf(post, column)));
}

function featuredImage(post: GhostRecord, meta: GhostRecord) {
  const address = onSite(textOf(post, 'feature_image') || textOf(post, 'image'));
  return address === '' ? null : { address, alt: metaText(post, meta, 'feature_image_alt') };
}

function documentOf(post: GhostRecord, html: string, found: Survey): FoundDocument {
  const id = textOf(post, 'id');
  const meta = found.metaOf(id);
  const slug = textOf(post, 'slug');
  const publishedAt = parseDate(post.published_at);
  return {
    kind: isPage(post) ? 'page' : 'post',
    guid: textOf(post, 'uuid') || slug || id,
    sourceId: id,
    title: plainText(textOf(post, 'title')),
    slug: optional(slug),
    content: onSite(editHtml(html, replaceCards)),
    excerpt: plainText(textOf(post, 'custom_excerpt')),
    tags: found.tagsOf(id),
    metaTitle: metaText(post, meta, 'meta_title'),
    metaDescription: metaText(post, meta, 'meta_description'),
    language: optional(textOf(post, 'locale') || textOf(post, 'language')),
    featuredImage: featuredImage(post, meta),
    status: statusOf(post),
    publishedAt,
    createdAt: parseDate(post.created_at),
    addresses: addressesOf(slug, publishedAt, { setting: (key) => found.setting(key) }),
    notes: notesOn(post, meta),
  };
}

export function foundItem(post: GhostRecord, found: Survey): FoundItem {
  if (typeof post.html === 'string') return documentOf(post, post.html, found);
  return {
    kind: 'skipped',
    title: plainText(textOf(post, 'title')),
    reason: 'The export has no HTML of it. Open it in Ghost, save it there, and export again.',
  };
}
