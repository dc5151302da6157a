import type { WordKey, Words } from '../words.ts';
import { AR } from './ar.ts';
import { DE } from './de.ts';
import { EN } from './en.ts';
import { ES } from './es.ts';
import { FR } from './fr.ts';
import { HE } from './he.ts';
import { HI } from './hi.ts';
import { IT } from './it.ts';
import { JA } from './ja.ts';
import { KO } from './ko.ts';
import { type WordLanguage, wordLanguageOf } from './languages.ts';
import { NL } from './nl.ts';
import { PL } from './pl.ts';
import { PT } from './pt.ts';
import { TR } from './tr.ts';
import { UK } from './uk.ts';
import { ZH } from './zh.ts';

// Only servers and the dashboard load this file: readers get the words of one language.

export const CATALOGUE = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  pt: PT,
  it: IT,
  nl: NL,
  pl: PL,
  uk: UK,
  tr: TR,
  ja: JA,
  zh: ZH,
  ko: KO,
  ar: AR,
  he: HE,
  hi: HI,
} as const satisfies Readonly<Record<WordLanguage, Words>>;

export type OwnWords = Readonly<Partial<Record<WordKey, string>>>;

export function wordsOf(tag: string, own: OwnWords = {}): Words {
  return { ...CATALOGUE[wordLanguageOf(tag)], ...own };
}
