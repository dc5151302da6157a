import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import {
  expectCount,
  expectElement,
  expectText,
  showView,
} from '../../../../component-tests/locators.ts';
import { openVisual, text } from '../../../../component-tests/visual-text.ts';

const bar = page.getByRole('region', { name: 'Publishing' });
const summary = bar.getByCss('summary').filter({ hasText: 'to check before publishing' });
const entry = (name: RegExp) => bar.getByRole('button', { name });

const LINK = '<p><a href="/blog/no-such-post">x</a></p>';

test('an entry leads to its place in the visual view', async () => {
  await openVisual('<p>One</p>\n<h2>Two</h2>\n<h4>Three</h4>');
  await summary.click();
  await entry(/^Heading “Three” An H4/).click();
  await expectElement(text).toHaveFocus();
  await expectCount(text.getByCss('[data-marked]'), 1);
  await expectElement(text.getByCss('h4')).toHaveAttribute('data-marked');
  await keyboard.type('Here ');
  await expectText(text.getByCss('h4'), 'Here');
  await expectCount(text.getByCss('[data-marked]'), 0);
});

const PARAGRAPHS = Array.from(
  { length: 40 },
  (_, index) => `<p>Paragraph ${index + 1} is here</p>`,
);
const LONG = `${PARAGRAPHS.join('\n')}
<figure><img src="/uploads/leaf-1-300x200-123.webp" alt=""></figure>
${PARAGRAPHS.join('\n')}
<p><a href="/blog/no-such-post">x</a></p>`;

const tools = page.getByRole('toolbar', { name: 'Formatting' });

/** Below the tools, in the window. */
function isSeen(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= tools.element().getBoundingClientRect().bottom && bottom <= innerHeight;
}

test.each(['Visual', 'Preview'])('in %s, entries name blocks and scroll to them', async (view) => {
  await openVisual(LONG);
  if (view === 'Preview') await showView(view);
  for (const [name, marked] of [
    [/^Picture after “Paragraph 40 is here” The picture has no alt/, 'figure'],
    [/^81st paragraph The link to \/blog\/no-such-post/, 'p'],
  ] as const) {
    await summary.click();
    await entry(name).click();
    await expectElement(text).toHaveFocus();
    await expectElement(text.getByCss(`${marked}[data-marked]`)).toBeVisible();
    await expect.poll(() => isSeen(text.getByCss('[data-marked]').element())).toBe(true);
  }
});

test.each(['HTML', 'Side by side'])('in %s, entries name lines and select them', async (view) => {
  const api = createFakeApi();
  await openEditor({ id: api.addPost({ content: LONG }).id, api });
  await showView(view);
  await summary.click();
  await entry(/^Line 82 The link to/).click();
  await expectElement(content).toHaveFocus();
  const box = content.element() as HTMLTextAreaElement;
  expect(box.value.slice(box.selectionStart, box.selectionEnd)).toBe(
    '<a href="/blog/no-such-post">x</a>',
  );
  expect(box.scrollTop + document.documentElement.scrollTop).toBeGreaterThan(0);
});

test('the rendering is shared, and links are looked up once', async () => {
  const api = createFakeApi();
  const { id } = api.addPost({ content: LINK });
  const previews = () => api.requests().filter((call) => call === 'POST /admin/preview').length;
  await openEditor({ id, api });
  await expectText(summary, '2 things');
  await expect.poll(previews).toBe(1);
  await content.fill('<p><a href="/blog/no-such-post">y</a> <img src="/a.webp"></p>');
  await expectText(summary, '3 things');
  await summary.click();
  await expectElement(entry(/no-such-post/)).toBeVisible();
  await expect.poll(previews).toBe(2);
  expect(api.requests().filter((call) => call.includes('link-targets'))).toHaveLength(1);
});

test('without an answer about links the other entries are there', async () => {
  expectConsoleError(/answered 500/);
  const api = createFakeApi();
  api.on('GET /admin/link-targets', { status: 500, json: {} });
  await openEditor({ id: api.addPost({ content: LINK }).id, api });
  await summary.click();
  await expectElement(entry(/^Featured Image/)).toBeVisible();
  await expectText(bar.getByRole('alert'), 'Not everything could be checked.');
});

test('with nothing to check, it says that the post is ready', async () => {
  const api = createFakeApi();
  const picture = '/uploads/leaf-1-300x200-123.webp';
  const { id } = api.addPost({ featured_image: picture, featured_image_alt: 'A leaf' });
  await openEditor({ id, api });
  await expectText(summary, /^Nothing to check before publishing$/);
  await content.fill(LINK);
  await expectText(summary, /^1 thing to check before publishing$/);
});
