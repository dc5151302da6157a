import { PALETTE } from '@longhand/contract/colours/palette';
import { normalizeLanguage } from '@longhand/contract/language';
import type { FieldErrors } from '@longhand/contract/problems';
import {
  SETTING_NAMES,
  type SettingName,
  SITE_DEFAULTS,
  type SiteLink,
} from '@longhand/contract/site/site-defaults';
import type { SiteSettings, SiteSettingsInput } from '@longhand/contract/site/site-settings';
import { normalizeAccent } from './accent-text.ts';

export const SETTING_LABELS: Readonly<Record<SettingName, string>> = {
  site_name: 'Site name',
  site_description: 'Description',
  blog_subtitle: 'Blog subtitle',
  language: 'Language',
  time_zone: 'Time zone',
  contact_email: 'Contact address',
  links: 'Links',
  accent: 'Accent colour',
  newsletter_shown: 'Show the newsletter block',
  offline_reading: 'Keep pages for reading offline',
  thin_versions: 'Thin out old versions',
  smart_punctuation: 'Smart quotes, dashes and ellipses',
  statistics: 'Statistics',
};

/** Every site is asked for these; an empty address hides the link. */
const KNOWN_LABELS: readonly string[] = SITE_DEFAULTS.links.map(({ label }) => label);

/** The key of a known link is its label. */
export type LinkRow = SiteLink & { readonly key: string };

export const SWITCH_SETTINGS = [
  'newsletter_shown',
  'offline_reading',
  'thin_versions',
  'smart_punctuation',
  'statistics',
] as const;

export type SwitchSettingName = (typeof SWITCH_SETTINGS)[number];

export type TextSettingName = Exclude<SettingName, SwitchSettingName | 'links'>;

/** An empty text means the default. */
export type SettingsForm = { readonly [Name in TextSettingName]: string } & {
  readonly [Name in SwitchSettingName]: boolean;
} & {
  /** The known links come first. */
  readonly links: readonly LinkRow[];
  readonly words: Readonly<Record<string, string>>;
};

export function isKnown({ key }: LinkRow): boolean {
  return KNOWN_LABELS.includes(key);
}

function toRows(links: readonly SiteLink[]): LinkRow[] {
  const known = KNOWN_LABELS.map((label) => links.find((link) => link.label === label));
  const others = links.filter((link) => !known.includes(link));
  return [
    ...KNOWN_LABELS.map((label, index) => ({ key: label, label, url: known[index]?.url ?? '' })),
    ...others.map(({ label, url }, index) => ({ key: `link-${index}`, label, url })),
  ];
}

export function toForm(settings: SiteSettings): SettingsForm {
  const { accent, links, words } = settings;
  const named = Object.fromEntries(SETTING_NAMES.map((name) => [name, settings[name]]));
  return {
    ...(named as Pick<SiteSettings, SettingName>),
    ...{ accent: accent ?? '', links: toRows(links), words },
  };
}

/** Links that are not filled in are not sent. */
function isFilled(row: LinkRow): boolean {
  return row.url.trim() !== '' || (!isKnown(row) && row.label.trim() !== '');
}

/** Adds a missing scheme; the server refuses what is no address. */
function wholeAddress(typed: string): string {
  const address = typed.trim();
  // What precedes a dot or a port is no scheme, as in 'example.org:8080'.
  const isWhole = address === '' || /^[a-z][a-z0-9+-]*:(?!\d)/i.test(address);
  return isWhole ? address : `https://${address.replace(/^\/\//, '')}`;
}

function inputOf(name: SettingName, form: SettingsForm): SiteSettingsInput[SettingName] {
  const value = form[name];
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string')
    return value
      .filter(isFilled)
      .map(({ label, url }) => ({ label: label.trim(), url: wholeAddress(url) }));
  if (name === 'language') return normalizeLanguage(value) || null;
  if (name !== 'accent') return value.trim() || null;
  const accent = normalizeAccent(value);
  return accent === '' || accent === PALETTE.light.accent ? null : accent;
}

function isSame(name: SettingName, a: SettingsForm, b: SettingsForm): boolean {
  return JSON.stringify(inputOf(name, a)) === JSON.stringify(inputOf(name, b));
}

/** A text that returns to the default is null. */
function changedWords({ words }: SettingsForm, saved: SettingsForm): SiteSettingsInput['words'] {
  const keys = new Set([...Object.keys(words), ...Object.keys(saved.words)]);
  const changed = [...keys].filter((key) => words[key] !== saved.words[key]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((key) => [key, words[key] ?? null]));
}

export function toInput(
  form: SettingsForm,
  saved: SettingsForm,
  locked: readonly SettingName[],
): SiteSettingsInput {
  const changed = SETTING_NAMES.filter(
    (name) => !locked.includes(name) && !isSame(name, form, saved),
  );
  const words = changedWords(form, saved);
  return {
    ...Object.fromEntries(changed.map((name) => [name, inputOf(name, form)])),
    ...(words && { words }),
  };
}

/** Rows keep their keys so that the focus stays where it is. */
function withKeys(saved: readonly LinkRow[], current: readonly LinkRow[]): readonly LinkRow[] {
  const kept = current.filter((row) => isKnown(row) || isFilled(row));
  if (kept.length !== saved.length) return saved;
  return saved.map((row, index) => ({ ...row, key: kept[index]?.key ?? row.key }));
}

type OwnTexts = SettingsForm['words'];

function rebaseWords(current: OwnTexts, sent: OwnTexts, saved: OwnTexts): OwnTexts {
  const keys = new Set([...Object.keys(current), ...Object.keys(saved)]);
  const texts = [...keys].map((key) => [
    key,
    current[key] === sent[key] ? saved[key] : current[key],
  ]);
  return Object.fromEntries(texts.filter(([, text]) => text !== undefined));
}

/** Keeps what was typed since the form was sent. */
export function rebaseForm(
  current: SettingsForm,
  sent: SettingsForm,
  saved: SettingsForm,
): SettingsForm {
  const typed = SETTING_NAMES.filter((name) => !isSame(name, current, sent));
  return {
    ...saved,
    links: withKeys(saved.links, current.links),
    words: rebaseWords(current.words, sent.words, saved.words),
    ...Object.fromEntries(typed.map((name) => [name, current[name]])),
  };
}

const MISSING = 'is missing: fill it in, or remove the link';

/** `links.0.url` becomes `links.Instagram.url`; the indexes skip links that were not sent. */
export function errorsByRow(errors: FieldErrors, sent: SettingsForm): FieldErrors {
  const rows = sent.links.filter(isFilled);
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const [name, index, part] = path.split('.');
      const row = name === 'links' && index !== undefined ? rows[Number(index)] : undefined;
      if (!row) return [path, messages];
      const field = part === 'label' ? 'label' : 'url';
      // To someone who has not typed an address yet, its rules say nothing.
      const isMissing = row[field].trim() === '';
      return [`links.${row.key}.${field}`, isMissing ? [MISSING] : messages];
    }),
  );
}

/** The new key is one that no other row has. */
export function addLink(links: readonly LinkRow[]): readonly LinkRow[] {
  const numbers = links.map(({ key }) => Number(/^link-(\d+)$/.exec(key)?.[1] ?? -1));
  return [...links, { key: `link-${Math.max(-1, ...numbers) + 1}`, label: '', url: '' }];
}

/** Known links stay where they are. */
export function moveLink(links: readonly LinkRow[], key: string, by: -1 | 1): readonly LinkRow[] {
  const from = links.findIndex((row) => row.key === key);
  const other = links[from + by];
  const row = links[from];
  if (!row || !other || isKnown(row) || isKnown(other)) return links;
  return links.with(from, other).with(from + by, row);
}
