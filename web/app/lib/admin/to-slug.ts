import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '@longhand/contract/limits';

/** The slug that can be made of what somebody typed; where none can, what they typed. */
export async function toSlug(typed: string): Promise<string> {
  const text = typed.trim();
  if (text === '' || (SLUG_PATTERN.test(text) && text.length <= MAX_SLUG_LENGTH)) return text;
  try {
    // Only now: it knows the letters of every language, which takes half a megabyte.
    const { slugFromTitle } = await import('@longhand/contract/slug-from-title');
    return slugFromTitle(text) || text;
  } catch (error) {
    // Out of reach, as the server may be: it will say what is wrong with it.
    console.error(error);
    return text;
  }
}
