type Stored = { readonly language: string | null };

/** Most posts are in the language of the site, and lists are long: they leave out null. */
export function withoutSiteLanguage<Row extends Stored>({
  language,
  ...row
}: Row): Omit<Row, 'language'> & { language?: string } {
  return language === null ? row : { ...row, language };
}
