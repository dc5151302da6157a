import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '@longhand/contract/limits';

/** The text itself if no slug can be made of it: the server then explains why. */
export async function toSlug(typed: string, language = ''): Promise<string> {
  const text = typed.trim();
  if (text === '' || (SLUG_PATTERN.test(text) && text.length <= MAX_SLUG_LENGTH)) return text;
  try {
    // Loaded on demand: its transliteration tables have half a megabyte.
    const { slugFromTitle } = await import('@longhand/contract/slug-from-title');
    return slugFromTitle(text, language) || text;
  } catch (error) {
    // The code could not be loaded: the server checks the slug anyway.
    console.error(error);
    return text;
  }
}
