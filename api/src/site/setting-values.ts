import {
  SETTING_VARIABLES,
  type SettingName,
  SITE_DEFAULTS,
  type SiteLink,
} from '@longhand/contract/site/site-defaults';
import { type SiteSettings, siteSettingsInput } from '@longhand/contract/site/site-settings';
import type { Config } from '../config/config.ts';
import { ProblemError } from '../http/problem.ts';

export type SettingValues = Omit<SiteSettings, 'locked' | 'locked_by'>;
/** Own words have a row for each language. */
type StoredName = Exclude<keyof SettingValues, 'words'>;

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

/** Null if the value cannot be used: it was edited by hand, or an older version had other rules. */
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

export type SiteConfig = Pick<Config, 'site' | 'settingsSet'>;

export type Locks = SiteSettings['locked_by'];

/** Maps each locked setting to the variables that lock it. */
export function locksOf({ settingsSet }: SiteConfig): Locks {
  const locks = Object.entries(SETTING_VARIABLES)
    .map(([name, variables]) => [name, variables.filter((it) => settingsSet.includes(it))] as const)
    .filter(([, variables]) => variables.length > 0);
  return Object.fromEntries(locks);
}

export function environmentValues(config: SiteConfig, locks: Locks): Partial<SettingValues> {
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

/** Throws if there is a problem. Each problem completes a sentence that begins with the name. */
export function refuseSettings(
  problems: readonly (readonly [name: string, problem: string])[],
): void {
  if (problems.length === 0) return;
  const detail = problems.map(([name, problem]) => `${name} ${problem}.`).join(' ');
  const errors = Object.fromEntries(problems.map(([name, problem]) => [name, [problem]]));
  throw new ProblemError('invalid-input', detail, { errors });
}
