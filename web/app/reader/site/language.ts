import { directionOf as directionIn } from '@longhand/contract/language';

/** Undefined where browsers assume the same without the attribute. */
export function directionOf(language: string): 'rtl' | undefined {
  return directionIn(language) === 'rtl' ? 'rtl' : undefined;
}

/** Open Graph writes de_DE. */
export function openGraphLocale(language: string): string {
  const { language: name, region } = new Intl.Locale(language).maximize();
  return region === undefined ? name : `${name}_${region}`;
}
