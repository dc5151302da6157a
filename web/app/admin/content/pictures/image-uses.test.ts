import { MAX_IMAGE_USES } from '@longhand/contract/media/image-names';
import { expect, test } from 'vitest';
import { imageUses } from './image-library.tsx';

function usedIn(count: number, published = true): string {
  const post = (_: unknown, index: number) => ({
    id: `${index}`,
    title: `Post ${index}`,
    published,
  });
  return imageUses({ used_in: Array.from({ length: count }, post) });
}

test('says where an image is used', () => {
  expect(usedIn(0)).toBe('Not used');
  expect(usedIn(1)).toBe('Used in “Post 0”');
  expect(usedIn(1, false)).toBe('Used in “Post 0” (draft)');
  expect(usedIn(MAX_IMAGE_USES - 1)).toBe(`Used in “Post 0” and ${MAX_IMAGE_USES - 2} more`);
});

test('names no number if there may be more than the list has', () => {
  expect(usedIn(MAX_IMAGE_USES)).toBe('Used in “Post 0” and others');
});
