import { createHash } from 'node:crypto';
import { directionOf } from '@longhand/contract/language';
import {
  type ReaderWords,
  SERVER_GROUPS,
  type SentWords,
  type Words,
} from '@longhand/contract/words';
import { wordsOf } from '@longhand/contract/words/catalogue';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import type { ServerSite } from './site.ts';

type WithWords = Pick<ServerSite, 'language' | 'ownWords'>;

/** Words that only the server writes are included. */
export function allWordsOf({ language, ownWords }: WithWords): Words {
  return wordsOf(language, ownWords);
}

const isForReaders = ([key]: [string, string]) =>
  !SERVER_GROUPS.some((group) => key.startsWith(`${group}.`));

function toSent(site: WithWords): SentWords {
  const language = wordLanguageOf(site.language);
  const words = Object.entries(allWordsOf(site)).filter(isForReaders);
  return {
    language,
    direction: directionOf(language),
    ...(new Intl.Locale(site.language).language !== language && { pageLanguage: site.language }),
    words: Object.fromEntries(words) as ReaderWords,
  };
}

export const WORDS_FILE_PREFIX = '/assets/words-';

/** Browsers get the words as a script whose name changes with its contents, like that of a built file. */
type ReaderFile = { readonly sent: SentWords; readonly path: string; readonly body: string };

function toFile(site: WithWords): ReaderFile {
  const sent = toSent(site);
  const body = `export default ${JSON.stringify(sent)};`;
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12);
  return { sent, path: `${WORDS_FILE_PREFIX}${hash}.js`, body };
}

let latest: { readonly key: string; readonly file: ReaderFile } | undefined;

/** Every page asks for them, and they change only with the settings. */
export function readerWordsOf(site: WithWords): ReaderFile {
  const key = JSON.stringify([site.language, site.ownWords]);
  if (latest?.key !== key) latest = { key, file: toFile(site) };
  return latest.file;
}
