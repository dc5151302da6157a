import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '@longhand/contract/text/text-rules';

/** Returns the text itself if no slug can be made of it, so that the server explains why. */
export async function toSlug(typed: string, language = ''): Promise<string> {
  const text = typed.trim();
  if (text === '' || (SLUG_PATTERN.test(text) && text.length <= MAX_SLUG_LENGTH)) return text;
  try {
    // Loaded on demand because the transliteration tables have half a megabyte.
    const { slugFromTitle } = await import('@longhand/contract/text/slug-from-title');
    return slugFromTitle(text, language) || text;
  } catch (error) {
    // If the code cannot be loaded, the server still checks the slug.
    console.error(error);
    return text;
  }
}
