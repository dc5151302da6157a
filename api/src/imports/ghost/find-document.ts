import { editHtml } from '../../rendering/html-tree.ts';
import { plainText } from '../content/plain-text.ts';
import { parseDate } from '../parse-date.ts';
import { type FoundDocument, type FoundItem, skipped } from '../source.ts';
import { replaceCards } from './cards.ts';
import { type GhostRecord, type GhostSurvey, textOf } from './read-export.ts';

const OWN_URL = /__GHOST_URL__\/?/g;

/** Exports have a placeholder for the address of the site. */
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

/** Ghost 1 had one pattern for the addresses of all posts, like `/:year/:month/:slug/`. */
function fromPattern(pattern: string, slug: string, date: Date): string {
  const [year = '', month = '', day = ''] = date.toISOString().slice(0, 10).split('-');
  const parts: Readonly<Record<string, string>> = { slug, year, month, day };
  return pattern.replace(/:(\w+)/g, (word, name) => parts[name] ?? word);
}

function addressesOf(slug: string, date: Date | null, pattern: string): string[] {
  if (slug === '') return [];
  const plain = `/${encodeURIComponent(slug)}/`;
  if (!date || !pattern.includes(':year')) return [plain];
  return [fromPattern(pattern, encodeURIComponent(slug), date), plain];
}

/** Newer versions have a separate table for these texts, older ones have columns. */
function metaText(post: GhostRecord, meta: GhostRecord, column: string): string | null {
  return plainText(textOf(meta, column) || textOf(post, column)) || null;
}

function featuredImage(post: GhostRecord, meta: GhostRecord) {
  const address = onSite(textOf(post, 'feature_image') || textOf(post, 'image'));
  return address === '' ? null : { address, alt: metaText(post, meta, 'feature_image_alt') };
}

function documentOf(post: GhostRecord, html: string, found: GhostSurvey): FoundDocument {
  const id = textOf(post, 'id');
  const meta = found.metaOf(id);
  const slug = textOf(post, 'slug');
  const publishedAt = parseDate(post.published_at);
  return {
    kind: isPage(post) ? 'page' : 'post',
    guid: textOf(post, 'uuid') || slug || id,
    sourceId: id,
    title: plainText(textOf(post, 'title')),
    slug: slug || null,
    content: onSite(editHtml(html, replaceCards)),
    excerpt: plainText(textOf(post, 'custom_excerpt')),
    tags: found.tagsOf(id),
    metaTitle: metaText(post, meta, 'meta_title'),
    metaDescription: metaText(post, meta, 'meta_description'),
    language: textOf(post, 'locale') || textOf(post, 'language') || null,
    featuredImage: featuredImage(post, meta),
    status: statusOf(post),
    publishedAt,
    createdAt: parseDate(post.created_at),
    addresses: addressesOf(slug, publishedAt, found.permalinks),
    notes: notesOn(post, meta),
  };
}

export function foundItem(post: GhostRecord, found: GhostSurvey): FoundItem {
  if (typeof post.html === 'string') return documentOf(post, post.html, found);
  return skipped(
    plainText(textOf(post, 'title')),
    'The export has no HTML of it. Open it in Ghost, save it there, and export again.',
  );
}
