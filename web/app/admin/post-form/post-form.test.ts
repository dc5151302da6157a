import { API_FIELD_NAMES, FIELD_NAMES, fieldOf } from '@longhand/contract/posts/post-fields';
import { type Post, postDefaults } from '@longhand/contract/posts/posts';
import { describe, expect, test } from 'vitest';
import { stripTags } from '../content/html/html-tags.ts';
import { compareForms, mergeForms } from '../document-editor/merge-forms.ts';
import { relativeTime } from '../ui/relative-time.ts';
import { changedFields, isSameForm } from './forms.ts';
import { EMPTY_FORM, isSavedAs, POST_RULES, type PostForm, toForm, toInput } from './post-form.ts';

const POST: Post = {
  ...postDefaults('2026-01-01T00:00:00.000Z'),
  id: '01900000-0000-7000-8000-000000000000',
  version: 1,
  title: 'T',
  slug: 't',
  content: 'C',
};

test.each(FIELD_NAMES)(
  '%s is in the form, in what is sent, in differences and in a merge',
  (name) => {
    const filled = formWith(EMPTY_FORM, name);
    expect(changedFields(EMPTY_FORM, filled)).toEqual([name]);
    expect(changedFields(toForm(POST), formWith(toForm(POST), name))).toEqual([name]);
    const whole = fieldOf(name).partOf ?? name;
    const ticked = { ...formWith(filled, whole), published: true };
    expect(toInput(ticked, EMPTY_FORM)).toHaveProperty(name);
    const versions = { base: EMPTY_FORM, mine: EMPTY_FORM, theirs: filled };
    expect([...compareForms(POST_RULES, versions)]).toEqual([[whole, 'theirs']]);
    expect(mergeForms(POST_RULES, versions, {})).toEqual(filled);
  },
);

function formWith(form: PostForm, name: keyof PostForm): PostForm {
  return { ...form, [name]: typeof form[name] === 'boolean' ? !form[name] : 'filled-in' };
}

test('fields are sent in the order of the API', () => {
  const changed = { slug: 'another', language: 'fr', translation_of: POST.id };
  const form = { ...toForm(POST), featured_image: '/a.webp', ...changed };
  const dates = {
    published: true,
    send_when_published: true,
    published_at: '2026-01-01T12:00:00.000Z',
    publish_at: '2036-01-01T12:00:00.000Z',
  };
  expect(Object.keys(toInput({ ...form, ...dates }, EMPTY_FORM))).toEqual(API_FIELD_NAMES);
});

test('empty optional fields are sent as null, tags as a list', () => {
  const form = { ...EMPTY_FORM, title: 'T', tags: ' a, ,b ,', meta_title: '  ' };
  expect(toInput(form, EMPTY_FORM)).toEqual({
    title: 'T',
    content: '',
    excerpt: '',
    tags: ['a', 'b'],
    meta_title: null,
    meta_description: null,
    published: false,
    featured_image: null,
  });
});

test('the slug is sent only if it was changed, the description only with an image', () => {
  const saved = { ...EMPTY_FORM, slug: 'as-it-was' };
  expect(toInput(saved, saved)).not.toHaveProperty('slug');
  expect(toInput({ ...saved, slug: ' ' }, saved)).not.toHaveProperty('slug');
  expect(toInput({ ...saved, slug: 'another' }, saved)).toHaveProperty('slug', 'another');
  const pictured = { ...EMPTY_FORM, featured_image: '/uploads/a.webp', featured_image_alt: '' };
  expect(toInput(pictured, EMPTY_FORM)).toHaveProperty('featured_image_alt', null);
});

test('language and translation are sent only if they were changed, as they are stored', () => {
  const saved = { ...EMPTY_FORM, language: 'fr', translation_of: POST.id };
  expect(toInput(saved, saved)).not.toHaveProperty('language');
  expect(toInput(saved, saved)).not.toHaveProperty('translation_of');
  const cleared = toInput({ ...saved, language: '', translation_of: '' }, saved);
  expect(cleared).toMatchObject({ language: null, translation_of: null });
  const typed = { ...saved, language: ' de_at ' };
  expect(toInput(typed, saved)).toHaveProperty('language', 'de-AT');
  expect(isSavedAs({ ...saved, language: 'de-AT' }, typed, saved)).toBe(true);
});

test('forms are the same if all fields are', () => {
  expect(isSameForm(EMPTY_FORM, { ...EMPTY_FORM })).toBe(true);
  expect(changedFields(EMPTY_FORM, { ...EMPTY_FORM, published: true })).toEqual(['published']);
});

test('a post with another slug than the one that was sent is not the saved post', () => {
  const saved = { ...EMPTY_FORM, title: 'T', slug: 'as-it-was' };
  const asked = { ...saved, slug: ' another ' };
  expect(isSavedAs(saved, asked, saved)).toBe(false);
  expect(isSavedAs({ ...saved, slug: 'another' }, asked, saved)).toBe(true);
  expect(isSavedAs({ ...saved, slug: 'by-its-title' }, saved, saved)).toBe(true);
  expect(isSavedAs(saved, { ...saved, slug: ' ' }, saved)).toBe(true);
  expect(isSavedAs({ ...saved, title: 'U' }, saved, saved)).toBe(false);
});

test('relative times are written in words', () => {
  const now = Date.UTC(2026, 0, 10);
  expect(relativeTime(now - 20_000, now)).toBe('just now');
  expect(relativeTime(now - 3 * 60_000, now)).toBe('3 minutes ago');
  expect(relativeTime(now - 5 * 3_600_000, now)).toBe('5 hours ago');
  expect(relativeTime(now - 30 * 3_600_000, now)).toBe('yesterday');
});

test('words are counted without tags', () => {
  expect(stripTags('<p>One&nbsp;two</p><p class="x">caf&eacute;</p>').split(/\s+/)).toEqual([
    '',
    'One',
    'two',
    'caf',
    '',
  ]);
  expect(stripTags('<'.repeat(100_000))).toHaveLength(100_000);
});

describe('dates', () => {
  const NOW = Date.parse('2026-11-16T08:00:00.000Z');
  const PAST = '2026-11-01T08:00:00.000Z';
  const FUTURE = '2036-11-20T07:00:00.000Z';
  const DRAFT: PostForm = { ...EMPTY_FORM, title: 'T', content: 'C', excerpt: 'E' };
  const SCHEDULED: PostForm = { ...DRAFT, publish_at: FUTURE };
  const TICKED: PostForm = { ...SCHEDULED, published: true };

  function dates(form: PostForm, saved: PostForm, now = NOW) {
    const { published, published_at, publish_at } = toInput(form, saved, now);
    return { published, published_at, publish_at };
  }

  test('are left out where there are none', () => {
    for (const published of [true, false]) {
      const input = toInput({ ...DRAFT, published }, DRAFT, NOW);
      expect(input).not.toHaveProperty('published_at');
      expect(input).not.toHaveProperty('publish_at');
    }
  });

  test('the box is not ticked for a scheduled post', () => {
    expect(toForm({ ...POST, publish_at: FUTURE })).toMatchObject({
      published: false,
      publish_at: FUTURE,
    });
  });

  test('a future date is sent with the box ticked', () => {
    const scheduled = { published: true, published_at: undefined, publish_at: FUTURE };
    expect(dates(TICKED, DRAFT)).toEqual(scheduled);
    expect(dates(TICKED, SCHEDULED)).toEqual(scheduled);
  });

  test('a scheduled post sends its date without the box, also if it is unchanged', () => {
    const sent = { published: false, published_at: undefined, publish_at: FUTURE };
    expect(dates(SCHEDULED, SCHEDULED)).toEqual(sent);
    const publish_at = '2036-11-21T07:00:00.000Z';
    expect(dates({ ...SCHEDULED, publish_at }, SCHEDULED)).toEqual({ ...sent, publish_at });
  });

  test('a draft does not use a future date without the box, and a live post never', () => {
    const unused = { published: false, published_at: undefined, publish_at: null };
    expect(dates(SCHEDULED, DRAFT)).toEqual(unused);
    const live = { ...DRAFT, published: true };
    expect(dates(SCHEDULED, live)).toEqual(unused);
    expect(dates(TICKED, live)).toEqual({ ...unused, published: true });
  });

  test('a cleared schedule ends, and publishes now with the box ticked', () => {
    const cleared = { published_at: undefined, publish_at: null };
    expect(dates(DRAFT, SCHEDULED)).toEqual({ ...cleared, published: false });
    expect(dates({ ...TICKED, publish_at: '' }, SCHEDULED)).toEqual({
      ...cleared,
      published: true,
    });
  });

  test('a past date is sent if it was changed, a cleared one as null', () => {
    const dated = { ...DRAFT, published_at: PAST };
    expect(dates(dated, DRAFT).published_at).toBe(PAST);
    expect(dates(dated, dated).published_at).toBeUndefined();
    expect(dates(DRAFT, dated).published_at).toBeNull();
  });

  test('a future date that has passed is sent as a past one', () => {
    const later = Date.parse(FUTURE) + 1;
    const published = { published: true, published_at: FUTURE };
    expect(dates(TICKED, DRAFT, later)).toEqual({ ...published, publish_at: undefined });
    expect(dates(SCHEDULED, SCHEDULED, later)).toEqual({ ...published, publish_at: null });
    expect(dates(SCHEDULED, DRAFT, later).published).toBe(false);
  });

  test('it is sent to subscribers only with a schedule', () => {
    const sends = (form: PostForm, saved: PostForm) =>
      toInput(form, saved, NOW).send_when_published;
    const sent = { ...SCHEDULED, send_when_published: true };
    expect(sends(sent, SCHEDULED)).toBe(true);
    expect(sends(sent, sent)).toBeUndefined();
    expect(sends(SCHEDULED, sent)).toBe(false);
    expect(sends(sent, DRAFT)).toBeUndefined();
    expect(sends({ ...sent, published: true }, DRAFT)).toBe(true);
    const unscheduled = { ...sent, publish_at: '' };
    expect(sends(unscheduled, DRAFT)).toBeUndefined();
    expect(sends(unscheduled, sent)).toBe(false);
    expect(isSavedAs(DRAFT, unscheduled, sent)).toBe(true);
    expect(isSavedAs(sent, sent, SCHEDULED)).toBe(true);
    expect(isSavedAs(SCHEDULED, sent, SCHEDULED)).toBe(false);
  });

  test('a post with another date than the one that was sent is not the saved post', () => {
    expect(isSavedAs(SCHEDULED, TICKED, DRAFT)).toBe(true);
    expect(isSavedAs(SCHEDULED, SCHEDULED, SCHEDULED)).toBe(true);
    expect(isSavedAs(SCHEDULED, { ...TICKED, publish_at: '' }, SCHEDULED)).toBe(false);
    const other = { ...SCHEDULED, publish_at: '2036-11-21T07:00:00.000Z' };
    expect(isSavedAs(other, TICKED, DRAFT)).toBe(false);
    const dated = { ...DRAFT, published_at: PAST };
    expect(isSavedAs(dated, dated, DRAFT)).toBe(true);
    expect(isSavedAs(DRAFT, dated, DRAFT)).toBe(false);
    // Not sent: the server may have set it.
    expect(isSavedAs(dated, DRAFT, DRAFT)).toBe(true);
    const published = { ...DRAFT, published: true };
    expect(isSavedAs({ ...published, published_at: PAST }, published, dated)).toBe(true);
  });
});
