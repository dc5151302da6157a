import type { EN } from './words/en.ts';

type PluralForm = Intl.LDMLPluralRule;

type EnglishKey = keyof typeof EN;

/** The key of a text that depends on a number, without the plural form. */
type PluralKey = EnglishKey extends infer Key
  ? Key extends `${infer Start}.other`
    ? Start
    : never
  : never;

type PluralFormKey = `${PluralKey}.${PluralForm}`;

type PlainKey = Exclude<EnglishKey, PluralFormKey>;
export type WordKey = PlainKey | PluralFormKey;

type PlaceholdersIn<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholdersIn<Rest>
  : never;

/** A plural key has the placeholders of its form `other`. */
type EnglishText<Key> = Key extends EnglishKey
  ? (typeof EN)[Key]
  : Key extends `${infer Start}.${PluralForm}`
    ? `${Start}.other` extends EnglishKey
      ? (typeof EN)[`${Start}.other`]
      : never
    : never;

type PlaceholderOf<Key> = PlaceholdersIn<EnglishText<Key>>;

/** Which plural forms there are depends on the language. */
export type Words = Readonly<
  Record<PlainKey | `${PluralKey}.other`, string> & Partial<Record<PluralFormKey, string>>
>;

/** Only a server writes these, so browsers do not get them. */
export const SERVER_GROUPS = [
  'about-page',
  'busy',
  'contact-page',
  'feed',
  'mail',
  'newsletter-page',
  'no-file',
  'offline',
  'read-only',
  'rendered',
  'site',
] as const;

type ServerKey = Extract<PlainKey, `${(typeof SERVER_GROUPS)[number]}.${string}`>;
export type ReaderKey = Exclude<PlainKey, ServerKey>;
export type ReaderWords = Omit<Words, ServerKey>;

type SamePlaceholders<Text, Key> = [PlaceholdersIn<Text>] extends [PlaceholderOf<Key>]
  ? [PlaceholderOf<Key>] extends [PlaceholdersIn<Text>]
    ? Text
    : `lacks {${Exclude<PlaceholderOf<Key>, PlaceholdersIn<Text>>}}`
  : `has an unknown {${Exclude<PlaceholdersIn<Text>, PlaceholderOf<Key>>}}`;

type Checked<Texts> = {
  readonly [Key in keyof Texts]: Key extends WordKey ? SamePlaceholders<Texts[Key], Key> : never;
};

/** Checks the keys and placeholders of a language when it is compiled. */
export function defineWords<const Texts extends Readonly<Record<string, string>>>(
  texts: Texts & Words & NoInfer<Checked<Texts>>,
): Words {
  return texts;
}

const PLACEHOLDER = /\{([\w-]+)\}/;

/** Returns text and names of placeholders in turn, beginning with text. */
export function splitAtPlaceholders(text: string): string[] {
  return text.split(PLACEHOLDER);
}

export function placeholdersOf(text: string): string[] {
  return splitAtPlaceholders(text).filter((_part, index) => index % 2 === 1);
}

export type Values = Readonly<Record<string, string>>;

export function fill(text: string, values: Values): string {
  return splitAtPlaceholders(text)
    .map((part, index) => (index % 2 === 0 ? part : (values[part] ?? `{${part}}`)))
    .join('');
}

export type SentWords = {
  /** The language of the words: English if the page's language has none. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly words: ReaderWords;
  /** The language of the page. Left out if its words are in it. */
  readonly pageLanguage?: string;
};

export function createTranslator({ language, direction, words, pageLanguage }: SentWords) {
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;

  function pluralText(key: PluralKey, count: number): string {
    plurals ??= new Intl.PluralRules(language);
    return words[`${key}.${plurals.select(count)}`] ?? words[`${key}.other`];
  }

  function numberText(count: number): string {
    numbers ??= new Intl.NumberFormat(language, { useGrouping: false });
    return numbers.format(count);
  }

  return {
    language,
    direction,
    /** Set around fixed words. Undefined if they are in the language of the page. */
    lang: pageLanguage && language,
    /** Set around other texts within such an element. */
    pageLang: pageLanguage,
    number: numberText,
    /** Returns the text of the catalogue, with its placeholders. */
    raw: (key: ReaderKey): string => words[key],
    rawCount: pluralText,
    text: <Key extends ReaderKey>(key: Key, ...values: ValuesOf<Key>): string =>
      fill(words[key], values[0] ?? {}),
    count: (key: PluralKey, count: number): string =>
      fill(pluralText(key, count), { count: numberText(count) }),
  };
}

type ValuesOf<Key> = [PlaceholderOf<Key>] extends [never]
  ? []
  : [Readonly<Record<PlaceholderOf<Key>, string>>];

export type Translator = ReturnType<typeof createTranslator>;
