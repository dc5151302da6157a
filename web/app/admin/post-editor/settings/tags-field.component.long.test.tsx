import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openEditor } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectTexts,
} from '../../../../component-tests/locators.ts';

const field = page.getByLabelText('Tags', { exact: true });
const list = page.getByRole('listbox', { name: 'Suggestions' });
const options = list.getByRole('option');

const OFTEN = 'Word often';
const ONCE = 'A word';
const TAGS = [
  { tag: OFTEN, posts: 2 },
  { tag: ONCE, posts: 1 },
];

async function openWithTags() {
  const api = createFakeApi();
  api.on('GET /admin/tags', { json: TAGS });
  await openEditor({ api });
  return api;
}

async function type(words: string): Promise<void> {
  await field.click();
  await keyboard.type(words);
}

afterEach(() => page.viewport(1280, 900));

test('Escape and leaving close the suggestions; Enter and Tab take nothing unasked', async () => {
  await openWithTags();
  await type('word');
  await expectCount(options, 2);
  await keyboard.press('Enter');
  await expectElement(field).toHaveValue('word');
  await keyboard.press('Escape');
  await expectCount(options, 0);
  await keyboard.press('ArrowDown');
  await expectCount(options, 2);
  await keyboard.press('ArrowLeft');
  await expectCount(options, 0);
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await expectElement(list.getByRole('option', { selected: true })).toHaveTextContent(OFTEN);
  await keyboard.press('Tab');
  await expectElement(page.getByLabelText('Meta Title')).toHaveFocus();
  await expectCount(options, 0);
  await expectElement(field).toHaveValue('word');
});

test('a suggestion is taken with the mouse, at the caret', async () => {
  await openWithTags();
  await field.fill(`One, , ${ONCE.toUpperCase()}`);
  await keyboard.press('Home');
  for (let key = 0; key < 5; key += 1) await keyboard.press('ArrowRight');
  await keyboard.type('word');
  await expectTexts(options, [OFTEN]);
  await options.hover();
  await expectElement(options).toHaveAttribute('aria-selected', 'true');
  await options.click();
  await expectElement(field).toHaveValue(`One, ${OFTEN}, ${ONCE.toUpperCase()}`);
  await expectElement(field).toHaveFocus();
  const { selectionStart } = field.element() as HTMLInputElement;
  expect(selectionStart).toBe(`One, ${OFTEN}`.length);
});

test('after a suggestion the next tag can be typed, with a comma or without', async () => {
  await openWithTags();
  await type('word');
  await options.first().click();
  await keyboard.type('two');
  await expectElement(field).toHaveValue(`${OFTEN}, two`);
  await keyboard.type(', word');
  await options.click();
  await keyboard.type(',three');
  await expectElement(field).toHaveValue(`${OFTEN}, two, ${ONCE}, three`);
});

function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return document.elementFromPoint(left + width / 2, top + height / 2) === element;
}

for (const width of [1280, 375]) {
  test(`suggestions are not covered by the bar, wherever the field is, at ${width}`, async () => {
    await openWithTags();
    for (const height of [900, 480]) {
      await page.viewport(width, height);
      for (const block of ['start', 'center', 'end'] as const) {
        await field.fill('');
        field.element().scrollIntoView({ block });
        await keyboard.insertText('word');
        await expect
          .poll(() => options.elements().map(isOnTop), { message: `${height} ${block}` })
          .toEqual([true, true]);
      }
    }
  });
}

test('suggestions move no other field and no button', async () => {
  await openWithTags();
  await field.click();
  const below = page.getByLabelText('Meta Title');
  const publish = page.getByRole('button', { name: 'Publish', exact: true });
  const places = () => [
    ...[boxOf(below).top, boxOf(publish).top, scrollY],
    document.documentElement.scrollHeight,
  ];
  const before = places();
  await keyboard.insertText('word');
  await expectCount(options, 2);
  expect(places()).toEqual(before);
  expect(list.element().matches(':popover-open')).toBe(true);
});

test('tags that come late are suggested then', async () => {
  const api = createFakeApi();
  api.on('GET /admin/tags', { json: TAGS });
  const release = api.hold('GET /admin/tags');
  await openEditor({ api });
  await type('word');
  await expect.poll(() => api.requests()).toContain('GET /admin/tags');
  await expectCount(options, 0);
  await release();
  await expectCount(options, 2);
});

test('without the tags in use the field works as before', async () => {
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  api.on('GET /admin/tags', { status: 500, json: {} });
  await openEditor({ api });
  await type('One, two');
  await expectElement(field).toHaveValue('One, two');
  await expectCount(options, 0);
  await expectCount(page.getByRole('alert'), 0);
});
