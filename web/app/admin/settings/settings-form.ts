import { normalizeLanguage } from '@longhand/contract/language';
import { PALETTE } from '@longhand/contract/palette';
import type { FieldErrors } from '@longhand/contract/problems';
import {
  SETTING_NAMES,
  type SettingName,
  SITE_DEFAULTS,
  type SiteLink,
} from '@longhand/contract/site-defaults';
import type { SiteSettings, SiteSettingsInput } from '@longhand/contract/site-settings';
import { normalizeAccent } from './accent-text.ts';

/** Those that every site is asked for; an empty address hides one. */
export const KNOWN_LABELS: readonly string[] = SITE_DEFAULTS.links.map(({ label }) => label);

/** The key is the label of a known link. */
export type LinkRow = SiteLink & { readonly key: string };

export const SWITCH_SETTINGS = [
  'newsletter_shown',
  'offline_reading',
  'thin_versions',
  'smart_punctuation',
] as const;

export type SwitchSetting = (typeof SWITCH_SETTINGS)[number];

export type TextSetting = Exclude<SettingName, SwitchSetting | 'links'>;

/** As it is typed: empty for the default. */
export type SettingsForm = { readonly [Name in TextSetting]: string } & {
  readonly [Name in SwitchSetting]: boolean;
} & {
  /** The known ones first. */
  readonly links: readonly LinkRow[];
  /** The owner's own texts, by key. */
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
  return {
    site_name: settings.site_name,
    site_description: settings.site_description,
    blog_subtitle: settings.blog_subtitle,
    contact_email: settings.contact_email,
    time_zone: settings.time_zone,
    language: settings.language,
    accent: settings.accent ?? '',
    newsletter_shown: settings.newsletter_shown,
    offline_reading: settings.offline_reading,
    thin_versions: settings.thin_versions,
    smart_punctuation: settings.smart_punctuation,
    links: toRows(settings.links),
    words: settings.words,
  };
}

/** Whether there is something to send of it. */
function isFilled(row: LinkRow): boolean {
  return row.url.trim() !== '' || (!isKnown(row) && row.label.trim() !== '');
}

/** With a scheme if it is missing; the server refuses what is no address. */
function wholeAddress(typed: string): string {
  const address = typed.trim();
  // A dot or a port is no scheme: 'example.org:8080'.
  const isWhole = address === '' || /^[a-z][a-z0-9+-]*:(?!\d)/i.test(address);
  return isWhole ? address : `https://${address.replace(/^\/\//, '')}`;
}

function inputOf(name: SettingName, form: SettingsForm): SiteSettingsInput[SettingName] {
  switch (name) {
    case 'newsletter_shown':
    case 'offline_reading':
    case 'thin_versions':
    case 'smart_punctuation':
      return form[name];
    case 'links':
      return form.links
        .filter(isFilled)
        .map(({ label, url }) => ({ label: label.trim(), url: wholeAddress(url) }));
    case 'accent': {
      const accent = normalizeAccent(form.accent);
      return accent === '' || accent === PALETTE.light.accent ? null : accent;
    }
    case 'language':
      return normalizeLanguage(form.language) || null;
    default:
      return form[name].trim() || null;
  }
}

function isSame(name: SettingName, a: SettingsForm, b: SettingsForm): boolean {
  return JSON.stringify(inputOf(name, a)) === JSON.stringify(inputOf(name, b));
}

/** The changed ones; null for those that return to the default. */
function changedWords({ words }: SettingsForm, saved: SettingsForm): SiteSettingsInput['words'] {
  const keys = new Set([...Object.keys(words), ...Object.keys(saved.words)]);
  const changed = [...keys].filter((key) => words[key] !== saved.words[key]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((key) => [key, words[key] ?? null]));
}

/** The changed settings, without those that the environment has locked. */
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

/** Rows keep their keys, so that the focus stays where it is. */
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

/** The saved form, with what was typed since it was sent. */
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

/** `links.0.url` becomes `links.Instagram.url`: links without an address were not sent. */
export function errorsByRow(errors: FieldErrors, sent: SettingsForm): FieldErrors {
  const rows = sent.links.filter(isFilled);
  return Object.fromEntries(
    Object.entries(errors).map(([path, messages]) => {
      const [name, index, part] = path.split('.');
      const row = name === 'links' && index !== undefined ? rows[Number(index)] : undefined;
      if (!row) return [path, messages];
      const field = part === 'label' ? 'label' : 'url';
      // The rules of an address say nothing to someone who has not typed one yet.
      const isMissing = row[field].trim() === '';
      return [`links.${row.key}.${field}`, isMissing ? [MISSING] : messages];
    }),
  );
}

/** The key is one that no other row has. */
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
