import { foldCase } from './fold-case.ts';

const BLOCK_TAGS =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|iframe|img|li|nav|ol|p|picture|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b(?:"[^"]*"|[^">])*>/gi;
const ANY_TAG = /<(?:"[^"]*"|[^">])*>/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
  '&#x60;': '`',
  '&amp;': '&',
};

/** Text of sanitised HTML, in which no other entities are left. */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:lt|gt|quot|#39|#x27|#x60|amp);/g,
    (entity) => ENTITIES[entity] ?? entity,
  );
}

export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/**
 * Why no parser: this also runs in the browser. In sanitised HTML a '<' in text is always an entity,
 * and attributes have double quotes, so expressions find all tags.
 */
export function visibleText(sanitisedHtml: string): string {
  return decodeEntities(sanitisedHtml.replace(BLOCK_TAGS, ' ').replace(ANY_TAG, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Between the searched fields, and never in a query, so that no match spans two fields. */
const FIELD_SEPARATOR = '\u001f';

/** The form in which texts and queries are compared. */
export function searchable(value: string): string {
  return foldCase(value.replaceAll(FIELD_SEPARATOR, ' ').replace(/\s+/g, ' ').trim());
}

type SearchedFields = { title: string; excerpt: string; visibleContent: string };

function joinFields(fields: readonly string[]): string {
  return fields.map(searchable).join(FIELD_SEPARATOR);
}

export function searchText({ title, excerpt, visibleContent }: SearchedFields): string {
  return joinFields([title, excerpt, visibleContent]);
}

/** Of what only the administrator finds, with the tags: it is in no table of tags. */
export function privateSearchText(post: SearchedFields & { tags: readonly string[] }): string {
  return joinFields([post.title, post.excerpt, post.visibleContent, ...post.tags]);
}

export function matchesSearch(postSearchText: string, query: string): boolean {
  return postSearchText.includes(searchable(query));
}
