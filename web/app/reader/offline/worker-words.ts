import type { Words } from '@longhand/contract/words';

export const OFFLINE_WORDS = [
  'offline.label',
  'offline.no-connection',
  'offline.failed',
  'offline.slow',
  'offline.copy',
  'offline.title',
  'offline.no-copy',
  'offline.saved-pages',
  'try-again',
] as const satisfies readonly (keyof Words)[];

export type OfflineWords = Pick<Words, (typeof OFFLINE_WORDS)[number]>;

/** The server writes them in front of the service worker's script. */
export type WorkerWords = {
  /** Dates are written in the language of the site, and copies of pages belong to it. */
  readonly language: string;
  readonly wordLanguage: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: OfflineWords;
};
