import { shortHash } from '@longhand/contract/hash';
import { sizeFromName } from '@longhand/contract/image-names';
import { DEFAULT_LANGUAGE } from '@longhand/contract/language';
import type { WordList } from '@longhand/contract/own-words';
import { PALETTE } from '@longhand/contract/palette';
import type { BlogSize } from '@longhand/contract/post-query';
import { SITE_ICON_NAMES, type SiteIcon } from '@longhand/contract/site-icons';
import type { SiteInfo, SiteSettings, SiteSettingsInput } from '@longhand/contract/site-settings';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import type { Database, DatabaseTransaction } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { JSON_HEADERS } from '../http/json-headers.ts';
import { createLabeller } from './fixed-labels.ts';
import { usableSettings, usableWords } from './import-settings.ts';
import { changeOwnWords, listWords } from './own-words.ts';
import { createReadValues, languageIn, ownWordsIn } from './read-values.ts';
import { refuseSettings } from './refuse-settings.ts';
import { type Locks, locksOf } from './setting-values.ts';
import * as repository from './site.repository.ts';
import type { SitePictures } from './site-pictures.ts';

type PlacedPages = SiteInfo['pages'];

type Parts = {
  readonly db: Database;
  readonly config: Config;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  readonly pictures: SitePictures;
  /** Those in the header or the footer, in their order. */
  readonly listPlacedPages: () => Promise<PlacedPages>;
  readonly posts: {
    readonly readBlogSize: () => Promise<BlogSize>;
    readonly changeSiteLanguage: (
      trx: DatabaseTransaction,
      from: string,
      to: string,
    ) => Promise<void>;
    readonly renderOutdated: () => Promise<unknown>;
  };
};

function logoOf(path: string | null): SiteInfo['logo'] {
  const size = path === null ? undefined : sizeFromName(path);
  return path !== null && size ? { url: path, ...size } : null;
}

function refuseLocked(input: SiteSettingsInput, locks: Locks): void {
  const problems = Object.entries(locks)
    .filter(([name]) => input[name as keyof Locks] !== undefined)
    .map(([name, variables]): [string, string] => [
      name,
      `is set by ${variables.join(', ')} in the server's environment, and cannot be changed here while that is so`,
    ]);
  refuseSettings(problems);
}

/** What the owner calls the site, and how it looks. */
export function createSiteService({ db, config, log, pictures, ...others }: Parts) {
  const locks = locksOf(config);
  const warned = new Set<string>();

  function warnOnce(name: string): void {
    if (warned.has(name)) return;
    warned.add(name);
    log.warn(
      `The stored setting ${name} is not valid, so its default is used. Save it again at /admin/settings.`,
    );
  }

  const readValues = createReadValues(db, config, warnOnce);

  async function readSettings(): Promise<SiteSettings> {
    const values = await readValues();
    return {
      ...values,
      accent: values.accent ?? PALETTE.light.accent,
      locked: Object.keys(locks) as SiteSettings['locked'],
      locked_by: locks,
    };
  }

  async function hasIconsOf(path: string, db: Database): Promise<boolean> {
    const stored = await repository.listSettings(db);
    const names = await repository.listIconNames(db);
    return (
      stored.some(({ name, value }) => name === 'icon' && value === JSON.stringify(path)) &&
      SITE_ICON_NAMES.every((name) => names.includes(name))
    );
  }

  /** Undefined if they stay as they are. */
  async function makeIcons(path: string | null | undefined) {
    if (path === null) return [];
    if (path === undefined || (await hasIconsOf(path, db))) return undefined;
    return pictures.makeIcons(path);
  }

  /** In the language that the site has with this change. */
  async function storeWords(
    trx: DatabaseTransaction,
    { language, words: changes }: SiteSettingsInput,
  ): Promise<void> {
    if (changes === undefined) return;
    const rows = await repository.listSettings(trx);
    const tag = language === undefined ? languageIn(rows) : (language ?? DEFAULT_LANGUAGE);
    const { name, words } = changeOwnWords(tag, ownWordsIn(rows, tag), changes);
    if (Object.keys(words).length === 0) await repository.deleteSetting(trx, name);
    else await repository.storeSetting(trx, { name, value: JSON.stringify(words) });
  }

  /** All of them or, after an error, none. */
  async function save(input: SiteSettingsInput): Promise<SiteSettings> {
    refuseLocked(input, locks);
    if (input.logo) await pictures.requireUpload('logo', input.logo);
    const icons = await makeIcons(input.icon);
    const { words: _, ...settings } = input;
    // The stylesheet's accent has a hand-picked counterpart for the dark theme.
    const accent = input.accent === PALETTE.light.accent ? null : input.accent;
    const isSaved = await inTransaction(db, async (trx) => {
      // Another request may have stored another icon in the meantime.
      if (input.icon && !icons && !(await hasIconsOf(input.icon, trx))) return false;
      const before = languageIn(await repository.listSettings(trx));
      await storeWords(trx, input);
      for (const [name, value] of Object.entries({ ...settings, accent })) {
        if (value === null) await repository.deleteSetting(trx, name);
        else if (value !== undefined)
          await repository.storeSetting(trx, { name, value: JSON.stringify(value) });
      }
      if (icons) await repository.replaceIcons(trx, icons);
      const after = languageIn(await repository.listSettings(trx));
      await others.posts.changeSiteLanguage(trx, before, after);
      return true;
    });
    if (!isSaved) return save(input);
    if (input.language !== undefined) await others.posts.renderOutdated();
    return readSettings();
  }

  return {
    readValues,
    /** For jobs: requests warn of settings that cannot be used. */
    readValuesQuietly: createReadValues(db, config, () => {}),
    readSettings,

    /** For public responses. */
    async readLanguage() {
      const values = await readValues();
      const headers = { ...JSON_HEADERS, 'content-language': values.language };
      return { language: values.language, headers, label: createLabeller(values) };
    },

    async listWords(): Promise<WordList> {
      const { language, words } = await readValues();
      return listWords(language, words);
    },

    async read(): Promise<SiteInfo> {
      const [values, pages, blog_size] = await Promise.all([
        readValues(),
        others.listPlacedPages(),
        others.posts.readBlogSize(),
      ]);
      return {
        ...values,
        newsletter_open: config.mail !== null,
        icon: values.icon === null ? null : shortHash(values.icon),
        logo: logoOf(values.logo),
        pages,
        blog_size,
      };
    },

    save,

    /** Those of an export that are not set here; returns the names of those that could be used. */
    async importSettings(settings: Readonly<Record<string, unknown>>): Promise<string[]> {
      const stored = new Set((await repository.listSettings(db)).map(({ name }) => name));
      const isFree = (name: string) => !stored.has(name) && !(name in locks);
      const usable = usableSettings(settings, isFree);
      const words = usableWords(settings, isFree);
      if (Object.keys(usable).length > 0) await save(usable);
      await inTransaction(db, async (trx) => {
        for (const row of words) await repository.storeSetting(trx, row);
      });
      return [...Object.keys(usable), ...words.map(({ name }) => name)];
    },

    findIcon: (name: SiteIcon) => repository.findIcon(db, name),
  };
}

export type SiteService = ReturnType<typeof createSiteService>;
