import { decoded } from '@longhand/contract/text/decoded';
import { CannotImport } from '../clamp-to-limits.ts';
import { plainText } from '../content/plain-text.ts';
import { type FoundDocument, type FoundItem, type SkippedItem, skipped } from '../source.ts';
import { findInTime, reasonOf } from '../time-limit.ts';
import { addressesOf } from './addresses.ts';
import type { Attachments } from './attachments.ts';
import { type ConvertedContent, convertContent } from './content/convert-content.ts';
import { reasonToSkip, statusOf, typeOf, visibilityOf } from './item-kinds.ts';
import { notesOnTopics, tagsOf } from './topics.ts';
import {
  childrenOf,
  fieldsOf,
  rawTextOf,
  textOf,
  type WxrElement,
} from './wxr/channel-elements.ts';

type Texts = { readonly metaTitle: string | null; readonly metaDescription: string | null };

/** These are fields of Yoast, Rank Math, SEOPress and All in One SEO. */
const TITLE_FIELDS = [
  ...['_yoast_wpseo_title', 'rank_math_title', '_seopress_titles_title'],
  ...['_aioseo_title', '_aioseop_title'],
];
const DESCRIPTION_FIELDS = [
  ...['_yoast_wpseo_metadesc', 'rank_math_description', '_seopress_titles_desc'],
  ...['_aioseo_description', '_aioseop_description'],
];

/** The plugin fills in templates such as `%%title%%`, `%title%` and `#post_title`. */
const TEMPLATE = /%%?[a-z_]+(?:\([^)]*\))?%|#(?:post|site|separator|author|category|tagline)_?\w*/i;

/** Longer texts are cut anyway. */
const MAX_LENGTH = 5_000;

function firstOf(fields: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  const texts = names.map((name) => (fields.get(name) ?? '').slice(0, MAX_LENGTH));
  const written = texts.find((text) => text !== '' && !TEMPLATE.test(text));
  return plainText(written ?? '') || null;
}

function searchEngineTexts(fields: ReadonlyMap<string, string>): Texts {
  return {
    metaTitle: firstOf(fields, TITLE_FIELDS),
    metaDescription: firstOf(fields, DESCRIPTION_FIELDS),
  };
}

/** Databases write dates like this; drafts have zeros. */
const DATABASE_DATE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/;

function parsedDate(text: string): Date | null {
  const [, day, time] = DATABASE_DATE.exec(text) ?? [];
  if (day === undefined || day.startsWith('0000')) return null;
  const date = new Date(`${day}T${time}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Feeds have dates like this; those of drafts have no year. */
function feedDate(text: string): Date | null {
  if (!/\b[12]\d{3}\b/.test(text) || text.includes('-0001')) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The local date counts as UTC, because exports do not name the time zone of the blog. */
function dateOf(item: WxrElement): Date | null {
  return (
    parsedDate(textOf(item, 'wp:post_date_gmt')) ??
    parsedDate(textOf(item, 'wp:post_date')) ??
    feedDate(textOf(item, 'pubDate'))
  );
}

export type DocumentContext = {
  readonly siteUrl: string | null;
  readonly attachments: Attachments;
};

/** WordPress stores letters beyond ASCII as they are escaped in addresses. */
function slugOf(item: WxrElement): string | null {
  return decoded(textOf(item, 'wp:post_name')) || null;
}

/** A plugin for several languages adds this; the language of the whole blog says little about one post. */
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

/**
 * The conversion takes time, so it is done only when it is needed: a search for addresses does not need it.
 */
function lazyTexts(item: WxrElement, attachments: Attachments) {
  let made: ConvertedContent | SkippedItem | undefined;
  const converted = () => {
    const context = { postId: textOf(item, 'wp:post_id'), attachments };
    const convert = () => convertContent(rawTextOf(item, 'content:encoded'), context);
    try {
      made ??= findInTime(textOf(item, 'title'), convert);
    } catch (error) {
      throw new CannotImport(reasonOf(error));
    }
    if ('kind' in made) throw new CannotImport(made.reason);
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
  return skipped(plainText(textOf(item, 'title')), reason);
}
