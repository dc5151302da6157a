export const DEFAULT_LANGUAGE = 'en-US';

const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];

export type Direction = 'ltr' | 'rtl';

/** The script in which the language is usually written decides. */
export function directionOf(language: string): Direction {
  const { script = '' } = new Intl.Locale(language).maximize();
  return RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr';
}

/** True if texts of both have the same readers: `de` is `de-DE`, but not `de-AT`. */
export function isSameLanguage(a: string, b: string): boolean {
  return new Intl.Locale(a).maximize().baseName === new Intl.Locale(b).maximize().baseName;
}

/** The name is in the language itself. Returns the code if it is not known. */
export function languageName(code: string): string {
  try {
    const names = new Intl.DisplayNames(code, { type: 'language', languageDisplay: 'standard' });
    const name = names.of(code) ?? code;
    return name.slice(0, 1).toLocaleUpperCase(code) + name.slice(1);
  } catch {
    return code;
  }
}

/** Turns 'de-at' into 'de-AT', for example. */
export function normalizeLanguage(typed: string): string {
  const language = typed.trim().replaceAll('_', '-');
  try {
    return Intl.getCanonicalLocales(language)[0] ?? '';
  } catch {
    return language;
  }
}
