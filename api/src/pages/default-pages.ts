import {
  BUILT_IN_PAGE_IDS,
  BUILT_IN_PAGE_TITLES,
  BUILT_IN_PAGES,
  type BuiltInPage,
} from '@longhand/contract/page-addresses';
import { escapeText } from '@longhand/contract/search';
import type { StoredPage } from '../documents/document-kinds.ts';

/** What the default texts say of the site. */
export type SiteWords = { readonly site_name: string; readonly site_description: string };

type DefaultText = { readonly content: string; readonly meta_description: string };

function aboutText({ site_name, site_description }: SiteWords): DefaultText {
  return {
    meta_description: `What ${site_name} is, and how it is made.`,
    content: `<p>${escapeText(site_name)} is a blog. ${escapeText(site_description)}</p>
<p>Articles appear here when they are ready, not when a calendar says so. They are about technology, finance, science and whatever else holds up to a second reading. There are no advertisements, no pop-ups and no trackers.</p>
<h2>How it is made</h2>
<p>One person writes; a small program, kept on one machine, does the rest. Pages arrive whole and read well on a phone, on paper, without scripts, and read aloud. If something does not, that is a mistake, and <a href="/contact">a message about it</a> is welcome.</p>`,
  };
}

function contactText({ site_name }: SiteWords): DefaultText {
  return {
    meta_description: `How to reach ${site_name}.`,
    content:
      '<p>Questions, corrections and kind words are read, every one of them, and most are answered within a few days.</p>',
  };
}

const TEXTS: { readonly [Slug in BuiltInPage]: (site: SiteWords) => DefaultText } = {
  about: aboutText,
  contact: contactText,
};

/** As they are before they are changed. */
export const DEFAULT_PAGES: readonly StoredPage[] = BUILT_IN_PAGES.map((slug, index) => ({
  id: BUILT_IN_PAGE_IDS[slug],
  slug,
  title: BUILT_IN_PAGE_TITLES[slug],
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
  return slug && TEXTS[slug](site);
}
