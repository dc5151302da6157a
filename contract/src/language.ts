export const DEFAULT_LANGUAGE = 'en-US';

const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];

export type Direction = 'ltr' | 'rtl';

/** Of the script in which the language is usually written. */
export function directionOf(language: string): Direction {
  const { script = '' } = new Intl.Locale(language).maximize();
  return RIGHT_TO_LEFT.includes(script) ? 'rtl' : 'ltr';
}
