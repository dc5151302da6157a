import { z } from 'zod';
import { accentProblem } from '../colours/accent.ts';
import { isUploadPath } from '../media/image-names.ts';
import { namedInput, namedObject } from '../named-schemas.ts';
import { BLOG_SIZE_NAMES } from '../posts/post-query.ts';
import { languageTag, line, text } from '../text/text.ts';
import { placeholdersOf, type WordKey, type Words } from '../words.ts';
import { isTimeZone, SETTING_LIMITS, SETTING_NAMES, type SettingName } from './site-defaults.ts';

/** The address must be written out, because browsers would read `https:example.com` as a path, and skip line breaks. */
function isWebAddress(value: string): boolean {
  return /^https?:\/\/[^\s\p{Cc}]+$/iu.test(value) && URL.canParse(value);
}

const link = namedInput('SiteLink', {
  label: line(SETTING_LIMITS.link_label),
  url: text(SETTING_LIMITS.link_url)
    .refine(isWebAddress, 'must be an http or https address')
    .meta({ examples: ['https://example.com/@tom', 'http://example.com'] }),
});

const accent = z
  .string()
  .toLowerCase()
  .superRefine((value, context) => {
    const problem = accentProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  })
  .meta({ examples: ['#97371a', '#0b5d3b'] });

const upload = text(300).refine(isUploadPath, 'must be the path of an uploaded image');

const fields = {
  site_name: line(SETTING_LIMITS.site_name).nullish(),
  site_description: line(SETTING_LIMITS.site_description).nullish(),
  blog_subtitle: line(SETTING_LIMITS.blog_subtitle).nullish(),
  contact_email: z
    .email({ error: 'must be an email address' })
    .max(SETTING_LIMITS.contact_email)
    .meta({ examples: ['tom@example.com'] })
    .nullish(),
  time_zone: text(100)
    .refine(isTimeZone, 'must be a time zone like Europe/Paris')
    .meta({ examples: ['Europe/Paris', 'UTC'] })
    .nullish(),
  language: languageTag.nullish(),
  accent: accent.nullish().describe('For the light theme; the dark one is derived.'),
  newsletter_shown: z.boolean().nullish(),
  offline_reading: z
    .boolean()
    .nullish()
    .describe('Whether browsers store pages that a reader has opened for reading offline.'),
  thin_versions: z
    .boolean()
    .nullish()
    .describe(
      'Whether versions of posts and pages older than a year are reduced to the last of each month.',
    ),
  smart_punctuation: z
    .boolean()
    .nullish()
    .describe(
      'Whether the visual editor replaces typed straight quotes, double hyphens and three dots by the signs of the language.',
    ),
  statistics: z
    .boolean()
    .nullish()
    .describe('Whether views of public pages are counted, without cookies and without addresses.'),
  words: z
    .record(z.string(), text(SETTING_LIMITS.word).nullable())
    .nullish()
    .describe(
      'Own fixed texts by key, in the language of the site; null returns one, or all, to the default. `GET /api/admin/words` lists the keys.',
    ),
  links: z
    .array(link)
    .max(SETTING_LIMITS.links)
    .nullish()
    .describe('All of them; omitted ones are not shown.'),
  icon: upload
    .nullish()
    .describe('An upload of at least 192 × 192 pixels; all sizes are made from it.'),
  logo: upload.nullish().describe('An upload, shown in the header instead of the name.'),
} satisfies Record<SettingName | 'words' | 'icon' | 'logo', z.ZodType>;

/** Any fields can be left out. Null returns a value to its default. */
export const siteSettingsInput = namedInput('SiteSettingsForm', fields);

export type SiteSettingsInput = z.infer<typeof siteSettingsInput>;

const siteLink = z.object({ label: z.string(), url: z.string() });

const logo = z.object({
  url: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
});

export const siteInfo = namedObject('Site', {
  site_name: z.string(),
  site_description: z.string(),
  blog_subtitle: z.string(),
  contact_email: z.string(),
  time_zone: z.string(),
  language: z.string(),
  words: z
    .record(z.string(), z.string())
    .describe("The owner's own fixed texts by key, in the language of the site."),
  accent: z.string().nullable(),
  newsletter_shown: z.boolean(),
  newsletter_open: z.boolean().describe('Whether readers can join: mail is set up.'),
  offline_reading: z.boolean(),
  statistics: z.boolean(),
  links: z.array(siteLink),
  icon: z.string().nullable().describe('Changes with the icon; null for the default one.'),
  logo: logo.nullable(),
  pages: z
    .array(z.object({ slug: z.string(), title: z.string(), placement: z.string() }))
    .describe('Those in the header or the footer, in their order.'),
  blog_size: z
    .enum(BLOG_SIZE_NAMES)
    .describe('Of all published posts together: those of a large blog are searched by the API.'),
});

export type SiteInfo = z.infer<typeof siteInfo>;

export const siteSettings = siteInfo
  .omit({ newsletter_open: true, icon: true, logo: true, pages: true, blog_size: true })
  .extend({
    thin_versions: z.boolean(),
    smart_punctuation: z.boolean(),
    icon: z.string().nullable(),
    logo: z.string().nullable(),
    locked: z.array(z.enum(SETTING_NAMES)).describe('The settings that environment variables set.'),
    locked_by: z.partialRecord(z.enum(SETTING_NAMES), z.array(z.string())),
  })
  .meta({ id: 'SiteSettings' });

export type SiteSettings = z.infer<typeof siteSettings>;

/** A page can do without these lines. The others name a button, a link or a part of the page. */
const CAN_BE_EMPTY: ReadonlySet<string> = new Set<WordKey>([
  'footer.copyright',
  'footer.love',
  'newsletter.heading',
  'newsletter.no-scripts',
  'site.description',
  'site.subtitle',
]);

/** Says why a text cannot replace the default; undefined if it can. */
export function ownWordProblem(words: Words, key: string, text: string): string | undefined {
  const original = Object.hasOwn(words, key) ? words[key as WordKey] : undefined;
  if (original === undefined) return 'is no text of this site';
  if (text.trim() === '')
    return CAN_BE_EMPTY.has(key) ? undefined : 'must not be empty: something would have no name';
  const [has, needs] = [placeholdersOf(text), placeholdersOf(original)];
  const missing = needs.find((name) => !has.includes(name));
  if (missing !== undefined) return `lacks {${missing}}`;
  const unknown = has.find((name) => !needs.includes(name));
  if (unknown !== undefined) return `has {${unknown}}, which this text does not know`;
  return undefined;
}

export const wordList = namedObject('Words', {
  words: z.array(
    z.object({
      key: z.string(),
      default: z.string(),
      own: z.string().nullable(),
      placeholders: z.array(z.string()).describe('As they stand in the text, without braces.'),
    }),
  ),
});

export type WordList = z.infer<typeof wordList>;
