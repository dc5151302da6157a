import { expect, test } from 'vitest';
import { slugOfSocialPicture, socialPicturePath } from './social-picture.ts';

const post = { slug: 'a-post', title: 'A Post', tags: ['Tech', 'Life'], featured_image: null };

test('everything that the picture shows is in its address, and nothing else', () => {
  const path = socialPicturePath(post);
  expect(path).toMatch(/^\/social\/a-post-[0-9a-f]{8}\.jpg$/);
  expect(socialPicturePath({ ...post, tags: ['Tech'] })).toBe(path);
  const others = [
    { ...post, title: 'A Post.' },
    { ...post, tags: ['Life', 'Tech'] },
    { ...post, tags: [] },
    { ...post, featured_image: '/uploads/a.png' },
    { ...post, featured_image: 'Tech' },
  ].map(socialPicturePath);
  expect(new Set([path, ...others]).size).toBe(6);
});

test.each([
  ['a-post-0123abcd.jpg', 'a-post'],
  ['a-deadbeef-0123abcd.jpg', 'a-deadbeef'],
  ['deadbeef.jpg', undefined],
  ['a-post-0123abcd.png', undefined],
  ['a-post-0123ABCD.jpg', undefined],
  ['-0123abcd.jpg', undefined],
])('the name %j belongs to the slug %j', (name, slug) => {
  expect(slugOfSocialPicture(name)).toBe(slug);
});
