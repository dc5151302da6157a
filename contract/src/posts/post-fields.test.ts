import { expect, test } from 'vitest';
import { API_FIELD_NAMES, FIELD_NAMES, fieldOf } from './post-fields.ts';
import { post, postDefaults, postInput } from './posts.ts';

test('every declared field is in what the API takes and answers, in the order of the API', () => {
  expect(API_FIELD_NAMES.toSorted()).toEqual(FIELD_NAMES.toSorted());
  expect(API_FIELD_NAMES.slice(0, 8).join()).toBe(
    'title,content,excerpt,tags,meta_title,meta_description,published,featured_image',
  );
  expect(Object.keys(postInput.shape)).toEqual(API_FIELD_NAMES);
  const written = Object.keys(post.shape).filter((name) => name !== 'slug');
  expect(written).toEqual(expect.arrayContaining(FIELD_NAMES.filter((name) => name !== 'slug')));
  // The dates come with the other dates.
  const fields = API_FIELD_NAMES.filter((name) => !['slug', 'date'].includes(fieldOf(name).kind));
  expect(written.slice(1, 1 + fields.length)).toEqual(fields);
});

test.each(FIELD_NAMES)('%s has a label, and a default that can be stored if it has one', (name) => {
  const { label, default: value } = fieldOf(name);
  expect(label).not.toBe('');
  const defaults: Record<string, unknown> = postDefaults('2026-01-01T00:00:00.000Z');
  expect(defaults[name]).toEqual(value);
  expect(post.shape[name].safeParse(value).success).toBe(value !== undefined);
});

test('a list of defaults is a new one each time', () => {
  expect(postDefaults('').tags).not.toBe(postDefaults('').tags);
});

test.each(['2026-11-16T08:00:00.000Z', '2026-11-16T08:00:00+01:00', '2026-11-16T08:00-03:30'])(
  'the date %s is understood',
  (date) => {
    expect(postInput.shape.publish_at.safeParse(date).success).toBe(true);
  },
);

test.each(['2026-11-16', '2026-11-16T08:00:00', '2026-02-30T08:00:00Z', 'tomorrow', ''])(
  'the date “%s” is refused with a sentence',
  (date) => {
    expect(postInput.shape.publish_at.safeParse(date).error?.issues).toMatchObject([
      { message: 'must be a date and time like 2026-11-16T08:00:00+01:00' },
    ]);
  },
);
