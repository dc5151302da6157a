import { plainText } from '../html/plain-text.ts';
import type { FoundDocument, FoundItem } from '../source.ts';
import { addressesOf } from './addresses.ts';
import type { Attachments } from './attachments.ts';
import { type ConvertedContent, convertContent } from './content/convert-content.ts';
import { dateOf } from './item-dates.ts';
import { reasonToSkip, statusOf, typeOf, visibilityOf } from './item-kinds.ts';
import { searchEngineTexts } from './search-engine-texts.ts';
import { notesOnTopics, tagsOf } from './topics.ts';
import type { WxrElement } from './wxr/channel-elements.ts';
import { childrenOf, fieldsOf, rawTextOf, textOf } from './wxr/element-values.ts';

export type DocumentContext = {
  readonly siteUrl: string | null;
  readonly attachments: Attachments;
};

/** Of letters beyond ASCII, WordPress stores the form that they have in addresses. */
function slugOf(item: WxrElement): string | null {
  const name = textOf(item, 'wp:post_name');
  try {
    return decodeURIComponent(name) || null;
  } catch {
    return name;
  }
}

/** Of a plugin for several languages; that of the whole blog says little about one post. */
function languageOf(item: WxrElement): string | null {
  const term = childrenOf(item, 'category').find(
    ({ attributes }) => attributes.domain === 'language',
  );
  return term?.attributes.nicename?.trim() || null;
}

function datesOf(item: WxrElement) {
  const createdAt = dateOf(item);
  const isUnfinished = ['draft', 'pending'].includes(statusOf(item));
  return { createdAt, publishedAt: isUnfinished ? null : createdAt };
}

function featuredImageOf(fields: ReadonlyMap<string, string>, attachments: Attachments) {
  const picture = attachments.picture(fields.get('_thumbnail_id') ?? '');
  return picture && { address: picture.address, alt: picture.alt };
}

function notesOnPicture(fields: ReadonlyMap<string, string>, attachments: Attachments): string[] {
  const id = fields.get('_thumbnail_id') ?? '';
  const isMissing = /^[1-9]\d*$/.test(id) && !attachments.picture(id);
  return isMissing
    ? ['Its featured image is not in the export. Export “All content” to have it.']
    : [];
}

function notesOn(item: WxrElement, attachments: Attachments): string[] {
  const { note } = visibilityOf(item);
  const own = note === null ? [] : [note];
  return [...own, ...notesOnTopics(item), ...notesOnPicture(fieldsOf(item), attachments)];
}

/** What takes time is made when it is asked for: whoever only looks for addresses does not. */
function lazyTexts(item: WxrElement, attachments: Attachments) {
  let made: ConvertedContent | undefined;
  const converted = () => {
    const context = { postId: textOf(item, 'wp:post_id'), attachments };
    made ??= convertContent(rawTextOf(item, 'content:encoded'), context);
    return made;
  };
  return {
    content: () => converted().html,
    excerpt: () => plainText(textOf(item, 'excerpt:encoded')) || converted().teaser,
    notes: () => [...notesOn(item, attachments), ...converted().notes],
  };
}

function documentOf(item: WxrElement, { siteUrl, attachments }: DocumentContext): FoundDocument {
  const fields = fieldsOf(item);
  const texts = lazyTexts(item, attachments);
  return {
    kind: typeOf(item) === 'page' ? 'page' : 'post',
    guid: textOf(item, 'guid') || textOf(item, 'link'),
    sourceId: textOf(item, 'wp:post_id'),
    title: plainText(textOf(item, 'title')),
    slug: slugOf(item),
    get content() {
      return texts.content();
    },
    get excerpt() {
      return texts.excerpt();
    },
    get notes() {
      return texts.notes();
    },
    tags: tagsOf(item),
    ...searchEngineTexts(fields),
    language: languageOf(item),
    featuredImage: featuredImageOf(fields, attachments),
    status: visibilityOf(item).status,
    ...datesOf(item),
    addresses: addressesOf(item, siteUrl),
  };
}

export function foundItem(item: WxrElement, context: DocumentContext): FoundItem {
  const reason = reasonToSkip(item);
  if (reason === null) return documentOf(item, context);
  return { kind: 'skipped', title: plainText(textOf(item, 'title')), reason };
}
