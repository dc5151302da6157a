import { plainText } from '../html/plain-text.ts';

type Texts = { readonly metaTitle: string | null; readonly metaDescription: string | null };

/** The fields of Yoast, Rank Math, SEOPress and All in One SEO. */
const TITLE_FIELDS = [
  ...['_yoast_wpseo_title', 'rank_math_title', '_seopress_titles_title'],
  ...['_aioseo_title', '_aioseop_title'],
];
const DESCRIPTION_FIELDS = [
  ...['_yoast_wpseo_metadesc', 'rank_math_description', '_seopress_titles_desc'],
  ...['_aioseo_description', '_aioseop_description'],
];

/** Such as `%%title%%`, `%title%` and `#post_title`, which the plugin fills in. */
const TEMPLATE = /%%?[a-z_]+(?:\([^)]*\))?%|#(?:post|site|separator|author|category|tagline)_?\w*/i;

/** Longer ones are cut anyway. */
const MAX_LENGTH = 5_000;

function firstOf(fields: ReadonlyMap<string, string>, names: readonly string[]): string | null {
  const texts = names.map((name) => (fields.get(name) ?? '').slice(0, MAX_LENGTH));
  const written = texts.find((text) => text !== '' && !TEMPLATE.test(text));
  return plainText(written ?? '') || null;
}

export function searchEngineTexts(fields: ReadonlyMap<string, string>): Texts {
  return {
    metaTitle: firstOf(fields, TITLE_FIELDS),
    metaDescription: firstOf(fields, DESCRIPTION_FIELDS),
  };
}
