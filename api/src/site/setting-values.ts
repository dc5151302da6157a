import {
  SETTING_VARIABLES,
  type SettingName,
  SITE_DEFAULTS,
  type SiteLink,
} from '@longhand/contract/site-defaults';
import { type SiteSettings, siteSettingsInput } from '@longhand/contract/site-settings';
import type { Config } from '../config.ts';

export type SettingValues = Omit<SiteSettings, 'locked' | 'locked_by'>;
/** Own words have a row for each language. */
export type StoredName = Exclude<keyof SettingValues, 'words'>;

export const DEFAULT_VALUES: SettingValues = {
  ...SITE_DEFAULTS,
  links: [...SITE_DEFAULTS.links],
  words: {},
  icon: null,
  logo: null,
};

export function isStoredName(name: string): name is StoredName {
  return name !== 'words' && Object.hasOwn(DEFAULT_VALUES, name);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Null if it cannot be used: it was edited by hand, or an older version had other rules. */
export function parseStored(name: StoredName, json: string): Partial<SettingValues> | null {
  const value = parseJson(json);
  const parsed = siteSettingsInput.safeParse({ [name]: value });
  return parsed.success && value !== undefined && value !== null
    ? (parsed.data as Partial<SettingValues>)
    : null;
}

function linksOf({ site }: SiteConfig): SiteLink[] {
  const urls: Readonly<Record<string, string>> = site.social;
  return SITE_DEFAULTS.links.map(({ label, url }) => ({
    label,
    url: urls[label.toLowerCase()] ?? url,
  }));
}

/** The part of the configuration that can be a setting, too. */
export type SiteConfig = Pick<Config, 'site' | 'settingsSet'>;

export type Locks = SiteSettings['locked_by'];

/** The variables that are set, by the setting that they lock. */
export function locksOf({ settingsSet }: SiteConfig): Locks {
  const locks = Object.entries(SETTING_VARIABLES)
    .map(([name, variables]) => [name, variables.filter((it) => settingsSet.includes(it))] as const)
    .filter(([, variables]) => variables.length > 0);
  return Object.fromEntries(locks);
}

/** What the environment says. */
export function valuesOf(config: SiteConfig, locks: Locks): Partial<SettingValues> {
  const { name, description, contactEmail, timeZone } = config.site;
  const values = {
    site_name: name,
    site_description: description,
    contact_email: contactEmail,
    time_zone: timeZone,
    links: linksOf(config),
  } satisfies Record<keyof typeof SETTING_VARIABLES, unknown>;
  return Object.fromEntries(
    Object.entries(values).filter(([key]) => locks[key as SettingName] !== undefined),
  );
}
