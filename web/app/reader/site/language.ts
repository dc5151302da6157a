const RIGHT_TO_LEFT = ['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'];

/** With its usual script and country. */
function complete(language: string): Intl.Locale {
  return new Intl.Locale(language).maximize();
}

/** Undefined for what browsers assume without it. */
export function directionOf(language: string): 'rtl' | undefined {
  return RIGHT_TO_LEFT.includes(complete(language).script ?? '') ? 'rtl' : undefined;
}

/** As Open Graph writes it: de_DE. */
export function openGraphLocale(language: string): string {
  const { language: name, region } = complete(language);
  return region === undefined ? name : `${name}_${region}`;
}
