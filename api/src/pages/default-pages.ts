import {
  BUILT_IN_PAGE_IDS,
  BUILT_IN_PAGES,
  type BuiltInPage,
  isBuiltInPage,
} from '@longhand/contract/pages/page-addresses';
import type { Page } from '@longhand/contract/pages/pages';
import { escapeText } from '@longhand/contract/posts/search';
import { fill, type Values, type Words } from '@longhand/contract/words';
import { CATALOGUE, type OwnWords, wordsOf } from '@longhand/contract/words/catalogue';
import { EN } from '@longhand/contract/words/en';
import type { StoredPage } from '../documents/document-kinds.ts';

export type SiteWords = {
  readonly site_name: string;
  readonly site_description: string;
  readonly language: string;
  readonly words: OwnWords;
};

type DefaultText = { readonly content: string; readonly meta_description: string };

function fillHtml(text: string, values: Values): string {
  return fill(escapeText(text), values);
}

function aboutText({ site_name, site_description }: SiteWords, words: Words): DefaultText {
  const link = `<a href="/contact">${escapeText(words['about-page.link'])}</a>`;
  const site = { site: escapeText(site_name), description: escapeText(site_description) };
  return {
    meta_description: fill(words['about-page.description'], { site: site_name }),
    content: `<p>${fillHtml(words['about-page.intro'], site)}</p>
<p>${escapeText(words['about-page.articles'])}</p>
<h2>${escapeText(words['about-page.heading'])}</h2>
<p>${fillHtml(words['about-page.making'], { link })}</p>`,
  };
}

function contactText({ site_name }: SiteWords, words: Words): DefaultText {
  return {
    meta_description: fill(words['contact-page.description'], { site: site_name }),
    content: `<p>${escapeText(words['contact-page.text'])}</p>`,
  };
}

const TEXTS: { readonly [Slug in BuiltInPage]: (site: SiteWords, words: Words) => DefaultText } = {
  about: aboutText,
  contact: contactText,
};

export const DEFAULT_PAGES: readonly StoredPage[] = BUILT_IN_PAGES.map((slug, index) => ({
  id: BUILT_IN_PAGE_IDS[slug],
  slug,
  title: EN[`${slug}-page.title`],
  content: null,
  meta_description: null,
  placement: 'header',
  position: index + 1,
  created_at: null,
  updated_at: null,
  version: 0,
}));

export function builtInPageOf(id: string): BuiltInPage | undefined {
  return BUILT_IN_PAGES.find((slug) => BUILT_IN_PAGE_IDS[slug] === id);
}

/** Undefined for a page that the owner has added. */
export function defaultTextOf(id: string, site: SiteWords): DefaultText | undefined {
  const slug = builtInPageOf(id);
  return slug && TEXTS[slug](site, wordsOf(site.language, site.words));
}

type Titled = { readonly slug: string; readonly title: string };

/** The title of a default text is in the language of the site, unless the owner has changed it. */
export function shownTitle({ slug, title }: Titled, { language, words }: SiteWords): string {
  if (!isBuiltInPage(slug)) return title;
  const key = `${slug}-page.title` as const;
  const isDefault = Object.values<Words>(CATALOGUE).some((texts) => texts[key] === title);
  return isDefault ? wordsOf(language, words)[key] : title;
}

export function toWrittenPage(stored: StoredPage, site: SiteWords): Page {
  const defaults = defaultTextOf(stored.id, site);
  const isDefault = defaults !== undefined && stored.content === null;
  return {
    ...stored,
    content: stored.content ?? defaults?.content ?? '',
    meta_description: stored.meta_description ?? defaults?.meta_description ?? null,
    title: isDefault ? shownTitle(stored, site) : stored.title,
    is_default: isDefault,
  };
}
