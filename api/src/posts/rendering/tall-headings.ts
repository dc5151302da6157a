import { hasTallLetters } from '@longhand/contract/letters';
import type { Root } from 'hast';
import { EXIT, visit } from 'unist-util-visit';

/** For the stylesheet, which cannot know the letters of a text. */
export function markTallHeadings(tree: Root): void {
  visit(tree, 'element', (heading) => {
    if (!/^h[1-6]$/.test(heading.tagName)) return;
    visit(heading, 'text', ({ value }) => {
      if (!hasTallLetters(value)) return undefined;
      heading.properties.dataTall = '';
      return EXIT;
    });
  });
}
