import { shortHash } from '@longhand/contract/hash';
import { sizeFromName } from '@longhand/contract/image-names';
import type { SiteInfo } from '@longhand/contract/site-settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../database/tables.ts';
import {
  DEFAULT_VALUES,
  isStoredName,
  locksOf,
  parseStored,
  type SettingValues,
  valuesOf,
} from './setting-values.ts';
import { listSettings } from './site.repository.ts';

type PlacedPages = SiteInfo['pages'];

type Parts = {
  readonly db: Database;
  readonly config: Config;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** Those in the header or the footer, in their order. */
  readonly listPlacedPages: () => Promise<PlacedPages>;
};

function logoOf(path: string | null): SiteInfo['logo'] {
  const size = path === null ? undefined : sizeFromName(path);
  return path !== null && size ? { url: path, ...size } : null;
}

/** What the owner calls the site and how it looks: the environment over the database over the defaults. */
export function createSiteService({ db, config, log, listPlacedPages }: Parts) {
  const fromEnvironment = valuesOf(config, locksOf(config));
  const warned = new Set<string>();

  function warnOnce(name: string): void {
    if (warned.has(name)) return;
    warned.add(name);
    log.warn(
      `The stored setting ${name} is not valid and its default is used. Save it again in the dashboard.`,
    );
  }

  async function readStored(): Promise<Partial<SettingValues>> {
    const stored: Partial<SettingValues> = {};
    for (const { name, value } of await listSettings(db)) {
      // A newer version may have stored it.
      if (!isStoredName(name)) continue;
      const parsed = parseStored(name, value);
      if (parsed) Object.assign(stored, parsed);
      else warnOnce(name);
    }
    return stored;
  }

  async function readValues(): Promise<SettingValues> {
    return { ...DEFAULT_VALUES, ...(await readStored()), ...fromEnvironment };
  }

  return {
    readValues,

    async read(): Promise<SiteInfo> {
      const [values, pages] = await Promise.all([readValues(), listPlacedPages()]);
      return {
        ...values,
        icon: values.icon === null ? null : shortHash(values.icon),
        logo: logoOf(values.logo),
        pages,
      };
    },
  };
}

export type SiteService = ReturnType<typeof createSiteService>;
