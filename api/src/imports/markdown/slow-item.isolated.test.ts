import { expect, test, vi } from 'vitest';
import { itemsOf } from '../../../../test-support/archives.ts';
import { markdownFormat } from './markdown-format.ts';

vi.mock('./markdown-to-html.ts', () => ({
  markdownToHtml(text: string) {
    while (text.includes('endless'));
    return text;
  },
}));

vi.mock(import('../time-limit.ts'), async (load) => {
  const { findInTime, readItem } = await load();
  return { findInTime, readItem: (title, read, find) => readItem(title, read, find, 1_000) };
});

test('a file that takes too long is named, and those after it are read', async () => {
  const items = await itemsOf(markdownFormat, { 'a.md': 'endless', 'b.md': 'Text' });
  expect(items).toMatchObject([
    { kind: 'skipped', title: 'a.md', reason: expect.stringContaining('took longer than') },
    { kind: 'post', content: 'Text' },
  ]);
});
