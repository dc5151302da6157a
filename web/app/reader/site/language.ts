import { directionOf as directionIn } from '@longhand/contract/language';

/** Undefined for what browsers assume without it. */
export function directionOf(language: string): 'rtl' | undefined {
  return directionIn(language) === 'rtl' ? 'rtl' : undefined;
}

/** As Open Graph writes it: de_DE. */
export function openGraphLocale(language: string): string {
  const { language: name, region } = new Intl.Locale(language).maximize();
  return region === undefined ? name : `${name}_${region}`;
}
