import { z } from 'zod';
import { placeholdersOf, type WordKey, type Words } from './words.ts';

/** Lines that a page can do without. The others name a button, a link or a part of the page. */
const CAN_BE_EMPTY: ReadonlySet<string> = new Set<WordKey>([
  'footer.copyright',
  'footer.love',
  'newsletter.heading',
  'newsletter.no-scripts',
  'site.description',
  'site.subtitle',
]);

/** Why a text cannot take the place of the default; undefined if it can. */
export function ownWordProblem(words: Words, key: string, text: string): string | undefined {
  const original = Object.hasOwn(words, key) ? words[key as WordKey] : undefined;
  if (original === undefined) return 'is no text of this site';
  if (text.trim() === '')
    return CAN_BE_EMPTY.has(key) ? undefined : 'must not be empty: something would have no name';
  const [has, needs] = [placeholdersOf(text), placeholdersOf(original)];
  const missing = needs.find((name) => !has.includes(name));
  if (missing !== undefined) return `lacks {${missing}}`;
  const unknown = has.find((name) => !needs.includes(name));
  if (unknown !== undefined) return `has {${unknown}}, which this text does not know`;
  return undefined;
}

export const wordList = z
  .object({
    words: z.array(
      z.object({
        key: z.string(),
        default: z.string(),
        own: z.string().nullable(),
        placeholders: z.array(z.string()).describe('As they stand in the text, without braces.'),
      }),
    ),
  })
  .meta({ id: 'Words' });

export type WordList = z.infer<typeof wordList>;
