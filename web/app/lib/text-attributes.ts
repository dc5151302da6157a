import { hasTallLetters } from '@longhand/contract/letters';

/** For a text of the owner: its own direction, and room for its letters. */
export function textAttributes(text = '') {
  return { dir: 'auto', 'data-tall': hasTallLetters(text) ? '' : undefined } as const;
}
