import {
  createTranslator,
  type ReaderKey,
  type SentWords,
  splitAtPlaceholders,
  type Translator,
} from '@longhand/contract/words';
import { createContext, createElement, Fragment, type ReactNode, use, useMemo } from 'react';

/** The words of the site's language came with the page. */
const SiteWordsContext = createContext<Translator | null>(null);

/** The dashboard is in English, whatever the language of the site. */
const WordsContext = createContext<Translator | null>(null);

export function SiteWords({ sent, children }: { sent: SentWords; children?: ReactNode }) {
  const words = useMemo(() => createTranslator(sent), [sent]);
  return (
    <SiteWordsContext value={words}>
      <WordsContext value={words}>{children}</WordsContext>
    </SiteWordsContext>
  );
}

let english: Translator | null = null;

/** Only code of the dashboard calls this, which readers do not load. */
export function provideEnglish(sent: SentWords): void {
  english ??= createTranslator(sent);
}

type ShownWordsProps = { of: 'site' | 'dashboard'; children: ReactNode };

/** A preview within the dashboard has the words of the site, too. */
export function ShownWords({ of, children }: ShownWordsProps) {
  const site = use(SiteWordsContext);
  return <WordsContext value={of === 'site' ? site : (english ?? site)}>{children}</WordsContext>;
}

export function useWords(): Translator {
  const words = use(WordsContext);
  if (!words) throw new Error('Words are provided around every page');
  return words;
}

/** Neighbouring texts become one: React separates them by comments. */
export function fillWithNodes(text: string, values: Readonly<Record<string, ReactNode>>) {
  const parts: ReactNode[] = [];
  for (const [index, part] of splitAtPlaceholders(text).entries()) {
    const node = index % 2 === 0 ? part : values[part];
    const last = parts.at(-1);
    if (node === '') continue;
    if (typeof node === 'string' && typeof last === 'string') parts[parts.length - 1] = last + node;
    else parts.push(node);
  }
  return createElement(Fragment, null, ...parts);
}

type FilledProps = { word: ReaderKey; values: Readonly<Record<string, ReactNode>> };

export function Filled({ word, values }: FilledProps) {
  return fillWithNodes(useWords().raw(word), values);
}
