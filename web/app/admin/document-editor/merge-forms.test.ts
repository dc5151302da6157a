import { expect, test } from 'vitest';
import { EMPTY_FORM, POST_RULES, type PostForm } from '../post-form/post-form.ts';
import { compareForms, mergeForms } from './merge-forms.ts';

const BASE: PostForm = {
  ...EMPTY_FORM,
  title: 'Title',
  excerpt: 'Excerpt',
  content: '<p>Content</p>',
  tags: 'Alpha, Beta',
  slug: 'title',
  published: true,
};

function merge(mine: Partial<PostForm>, theirs: Partial<PostForm>, base: PostForm | null = BASE) {
  const versions = { base, mine: { ...BASE, ...mine }, theirs: { ...BASE, ...theirs } };
  return {
    sources: Object.fromEntries(compareForms(POST_RULES, versions)),
    form: mergeForms(POST_RULES, versions, {}),
  };
}

test('a field that one side changed is taken from that side', () => {
  const { sources, form } = merge(
    { content: '<p>Mine</p>', meta_title: 'Mine' },
    { title: 'Theirs', slug: 'theirs', published: false },
  );
  expect(sources).toEqual({
    title: 'theirs',
    content: 'mine',
    meta_title: 'mine',
    slug: 'theirs',
    published: 'theirs',
  });
  expect(form).toEqual({
    ...BASE,
    content: '<p>Mine</p>',
    meta_title: 'Mine',
    title: 'Theirs',
    slug: 'theirs',
    published: false,
  });
});

test('the same change on both sides is no conflict', () => {
  const { sources, form } = merge(
    { title: ' New title ', tags: 'alpha,gamma,' },
    { title: 'New title', tags: 'Alpha, Gamma' },
  );
  expect(sources).toEqual({});
  expect(form.title.trim()).toBe('New title');
});

test('a field that both changed differently is a choice, mine by default', () => {
  const versions = {
    base: BASE,
    mine: { ...BASE, content: '<p>Mine</p>', excerpt: 'Mine' },
    theirs: { ...BASE, content: '<p>Theirs</p>', excerpt: 'Theirs' },
  };
  expect([...compareForms(POST_RULES, versions)]).toEqual([
    ['excerpt', 'choice'],
    ['content', 'choice'],
  ]);
  expect(mergeForms(POST_RULES, versions, {})).toEqual(versions.mine);
  expect(mergeForms(POST_RULES, versions, { content: 'theirs' })).toEqual({
    ...versions.mine,
    content: '<p>Theirs</p>',
  });
});

test('a choice counts only for a field with a conflict', () => {
  const versions = { base: BASE, mine: { ...BASE, title: 'Mine' }, theirs: BASE };
  expect(mergeForms(POST_RULES, versions, { title: 'theirs' }).title).toBe('Mine');
});

test('an image and its description are merged together', () => {
  const base = { ...BASE, featured_image: '/a.webp', featured_image_alt: 'A' };
  const versions = {
    base,
    mine: { ...base, featured_image_alt: 'A, described better' },
    theirs: { ...base, featured_image: '/b.webp', featured_image_alt: 'B' },
  };
  expect([...compareForms(POST_RULES, versions)]).toEqual([['featured_image', 'choice']]);
  expect(mergeForms(POST_RULES, versions, {})).toEqual(versions.mine);
  expect(mergeForms(POST_RULES, versions, { featured_image: 'theirs' })).toEqual(versions.theirs);
  const alone = { ...versions, mine: base };
  expect(mergeForms(POST_RULES, alone, {})).toEqual(versions.theirs);
});

test('added and removed tags of both sides are combined', () => {
  const { sources, form } = merge({ tags: 'Beta, Gamma' }, { tags: 'Alpha, Beta, Delta' });
  expect(sources).toEqual({ tags: 'combined' });
  expect(form.tags).toBe('Beta, Delta, Gamma');
});

test('without a common base, every difference is a choice', () => {
  const { sources } = merge({ title: 'Mine', tags: 'Mine' }, { excerpt: 'Theirs' }, null);
  expect(sources).toEqual({ title: 'choice', excerpt: 'choice', tags: 'choice' });
});
