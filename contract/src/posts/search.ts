import { foldCase } from '../text/text-rules.ts';

const BLOCK_TAGS =
  /<\/?(?:address|article|aside|blockquote|br|caption|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|iframe|img|li|nav|ol|p|picture|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)\b(?:"[^"]*"|[^"<>])*>/gi;
const ANY_TAG = /<(?:"[^"]*"|[^"<>])*>/g;

/** Sanitised HTML has no other entities. */
export function decodeEntities(text: string): string {
  // The replacement is not a function, because calling it for each of a million takes four times as long.
  return (
    text
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#(?:39|x27);/g, "'")
      .replace(/&#x60;/g, '`')
      // Replaced last, because what it leaves is text.
      .replace(/&amp;/g, '&')
  );
}

const PART_LENGTH = 4_096;

/** Works in parts, because joining a million pieces at once takes four times as long. */
export function escapeText(text: string): string {
  if (text.length <= PART_LENGTH)
    return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += PART_LENGTH)
    parts.push(escapeText(text.slice(at, at + PART_LENGTH)));
  return parts.join('');
}

export function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}

/**
 * No parser is used because this also runs in the browser. In sanitised HTML a '<' in text is always an entity, and
 * attributes have double quotes, so expressions find all tags.
 */
export function visibleText(sanitisedHtml: string): string {
  return decodeEntities(sanitisedHtml.replace(BLOCK_TAGS, ' ').replace(ANY_TAG, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Stands between the searched fields and is never in a query, so that no match spans two fields. */
const FIELD_SEPARATOR = '\u001f';

/** Texts and queries are compared in this form. */
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

/** Only the administrator finds this text. It includes the tags, because no table of tags has them. */
export function privateSearchText(post: SearchedFields & { tags: readonly string[] }): string {
  return joinFields([post.title, post.excerpt, post.visibleContent, ...post.tags]);
}

export function matchesSearch(postSearchText: string, query: string): boolean {
  return postSearchText.includes(searchable(query));
}
