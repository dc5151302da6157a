import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import { openHistory } from '../../../component-tests/history-page.tsx';
import {
  expectCount,
  expectElement,
  expectText,
  expectTexts,
} from '../../../component-tests/locators.ts';

const text = page.getByRole('region', { name: 'Content' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function openTexts(before: string, after: string): Promise<void> {
  openHistory({ content: before }, { content: after });
  await expectElement(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
}

const PICTURE = '<figure><img src="/uploads/leaf-1-300x200-123.webp" alt="A leaf"></figure>';

test('differences are those of the text, and the source is shown when it is asked for', async () => {
  await openTexts(
    '<p>One red fish</p><h2>Same</h2>',
    `<p>One <b>blue</b> fish</p><h3>Same</h3>${PICTURE}`,
  );
  await expectElement(button('Text')).toHaveAttribute('aria-pressed', 'true');
  await expectTexts(text.getByCss('del'), ['red']);
  await expectTexts(text.getByCss('ins'), ['blue']);
  await expectText(text, '[removed: red][added: blue]');
  await expectText(text, 'Heading 3, was heading 2.');
  await expectText(text, 'Picture added');
  await expectElement(text.getByRole('img', { name: 'A leaf' })).toBeVisible();
  expect(text.element().textContent).not.toContain('<p>');
  await button('Source').click();
  await expectText(text, '<figure><img');
  await expectElement(button('Source')).toHaveAttribute('aria-pressed', 'true');
  await button('Text').click();
  await expectTexts(text.getByCss('del'), ['red']);
});

test('unchanged blocks wait behind a line', async () => {
  const same = Array.from({ length: 9 }, (_, index) => `<p>Paragraph ${index}</p>`).join('');
  await openTexts(`${same}<p>The end</p>`, `${same}<p>The very end</p>`);
  await expectTexts(text.getByCss('ins'), ['very']);
  expect(text.element().textContent).not.toContain('Paragraph 3');
  await page.getByText('8 unchanged blocks').click();
  await expectText(text, 'Paragraph 3');
});

test('hostile HTML of a version does not run', async () => {
  const hostile =
    '<img src="x" onerror="document.title = \'run\'"><script>document.title = "run"</script><p onclick="x()">Text</p><a href="javascript:document.title=\'run\'">Link</a><img src="javascript:x()">';
  await openTexts(hostile, '<p>Text</p>');
  await expectText(text, 'Picture removed');
  expect(document.title).not.toBe('run');
  const { innerHTML } = text.element();
  expect(innerHTML).not.toMatch(/onerror|onclick|<script|href=|src="javascript/);
});

test('where readers see no difference, it says so', async () => {
  await openTexts('<p>One</p>', '<p id="a">One</p>');
  await expectElement(page.getByText(/^Readers see no difference/)).toBeVisible();
  await expectCount(page.getByCss('del'), 0);
});

test('HTML that is too complex is compared as source', async () => {
  await openTexts('<b>'.repeat(2_000), '<p>One</p>');
  await expectElement(page.getByText(/too complex to be compared as text/)).toBeVisible();
  await expectText(text, '<p>One</p>');
});

test('it fits 320 pixels', async () => {
  await page.viewport(320, 640);
  const long = `<p>${'x'.repeat(200)} <b>words</b></p><pre>${'y'.repeat(200)}</pre>${PICTURE}`;
  await openTexts(long, long.replace('words', 'others').replace('A leaf', 'Other'));
  await expectTexts(text.getByCss('ins'), ['others']);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await page.viewport(1280, 900);
});

test('a post that is named is shown by its title', async () => {
  const api = createFakeApi();
  const [one, other] = [api.addPost({ title: 'Ein Anfang' }), api.addPost({ title: 'Ein Ende' })];
  openHistory({ translation_of: one.id }, { translation_of: other.id }, api);
  const named = page.getByRole('region', { name: 'Translation of' });
  await expectTexts(named.getByCss('del'), ['Anfang']);
  await expectTexts(named.getByCss('ins'), ['Ende']);
  expect(named.element().textContent).not.toContain(one.id.slice(0, 8));
});

test('versions that could not be loaded can be asked for again', async () => {
  expectConsoleError(/answered 500/);
  openHistory({ content: 'one' }, { content: 'two' }, createFakeApi(), 1);
  await expectElement(page.getByRole('heading', { name: 'No history found' })).toBeVisible();
  await button('Try again').click();
  await expectElement(page.getByRole('heading', { name: 'Version 1' })).toBeVisible();
});

test('a version that changed only the state says which, and what has changed since', async () => {
  const api = createFakeApi();
  const live = { published: true, published_at: '2026-11-16T08:00:00.000Z' };
  const { id } = openHistory({ published: false, published_at: null }, live, api);
  const { published_at: saved_at } = live;
  api.on(`GET /admin/posts/${id}/revisions`, {
    json: [
      { version: 1, title: 'A post', published: false, saved_at, state_change: 'unpublished' },
    ],
  });
  await expectElement(page.getByText('Same text. Since then: published.')).toBeVisible();
  await expectText(page.getByRole('navigation', { name: 'Versions' }), /Unpublished, same text$/);
});
