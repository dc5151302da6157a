import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, openEditor, title } from '../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../component-tests/fake-api.ts';
import {
  dispatchFiles,
  expectShape,
  field,
  IMG,
  type Point,
  picture,
  placeCaret,
  pointOf,
  shapeOf,
} from '../../../component-tests/file-events.ts';
import { chooseFiles, keyboard } from '../../../component-tests/keyboard.ts';
import { expectCount, expectElement, tool } from '../../../component-tests/locators.ts';
import { postDrafts } from '../post-editor/post-kind.ts';

const UPLOAD = 'POST /admin/upload-image';
const dashboard = page.getByRole('heading', { name: 'Dashboard' });
const two = () => ['a.webp', 'b.webp'].map(picture);
const three = () => ['a.webp', 'b.webp', 'c.webp'].map(picture);

function drop(files: readonly File[], at?: Point): void {
  dispatchFiles(content, 'drop', files, at);
}

/** A new post with this text and caret; uploads wait for `next`. */
async function openHeld(text: string, caret = text.length) {
  const api = createFakeApi();
  const next = api.hold(UPLOAD);
  await openEditor({ api });
  await content.fill(text);
  placeCaret(caret);
  return { api, next };
}

/** A draft with this text; uploads wait for `next`. */
async function openDraft(text: string) {
  const api = createFakeApi();
  const next = api.hold(UPLOAD);
  const { id } = api.addPost({ content: text, published: false });
  await openEditor({ id, api });
  const saved = (path: string) =>
    api.calls.filter((call) => call.method === 'PUT' && call.path.startsWith(path)).at(-1)?.body;
  return { api, id, next, saved };
}

test('an upload does not disturb typing elsewhere in the text', async () => {
  const { next } = await openHeld('start\nend', 5);
  drop(two());
  await keyboard.press('Control+End');
  await keyboard.type(' unbel');
  await next();
  await expectShape('start\nIMG\n|\nend unbel');
  await keyboard.type('iev');
  await next();
  await expectShape('start\nIMG\nIMG\nend unbeliev');
  await keyboard.type('able');
  await expectShape('start\nIMG\nIMG\nend unbelievable');
  await expectElement(content).toHaveFocus();
});

test('one undo removes all dropped images, one redo restores them', async () => {
  const { next } = await openHeld('before after', 7);
  drop(three());
  await expectShape('before \n|\n|\n|\nafter');
  await keyboard.press('Control+z');
  await expectShape('before after');
  await keyboard.press('Control+Shift+z');
  await expectShape('before \n|\n|\n|\nafter');
  for (let n = 0; n < 3; n += 1) await next();
  await expectShape('before \nIMG\nIMG\nIMG\nafter');
  await keyboard.press('Control+z');
  await expectShape('before after');
  await keyboard.press('Control+y');
  await expectShape('before \nIMG\nIMG\nIMG\nafter');
});

test('undo and redo restore images, never their placeholders', async () => {
  const { id, next, saved } = await openDraft('before after');
  placeCaret(7);
  drop([picture('a.webp')]);
  await keyboard.press('Control+End');
  // At once: a pause between two letters would make a second step of undo.
  await keyboard.insertText(' while');
  await title.click();
  await next();
  await expectShape('before \nIMG\nafter while');
  field().focus();
  await keyboard.press('Control+z');
  await expectShape('before \nIMG\nafter');
  await keyboard.press('Control+z');
  await expectShape('before after');
  await keyboard.press('Control+z');
  await expectShape('before after');
  for (let n = 0; n < 2; n += 1) await keyboard.press('Control+Shift+z');
  await expectShape('before \nIMG\nafter while');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expectElement(dashboard).toBeVisible();
  expect(saved(`/admin/posts/${id}`)).toMatchObject({
    content: expect.stringMatching(new RegExp(`^before \\n${IMG}\\nafter while$`)),
  });
});

test('a deleted placeholder does not become an image, unless the deletion is undone', async () => {
  const { id, next, saved } = await openDraft('text');
  field().focus();
  await keyboard.press('Control+End');
  drop([picture('a.webp')]);
  await expectShape('text\n|\n');
  // The line break, then the last character, which deletes the whole placeholder.
  await keyboard.press('Backspace');
  await keyboard.press('Backspace');
  await expectShape('text\n');
  await keyboard.insertText('more');
  // Saving does not wait for a deleted placeholder.
  await expectElement(page.getByRole('button', { name: 'Save as Draft' })).toBeEnabled();
  await keyboard.press('Control+s');
  await expect
    .poll(() => saved(`/admin/working-copies/${id}`))
    .toMatchObject({ form: { content: 'text\nmore' } });
  await next();
  await expectCount(page.getByRole('progressbar'), 0);
  await expectShape('text\nmore');
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expectShape('text\nIMG');
});

test('local drafts contain no placeholders', async () => {
  const { api, next } = await openHeld('precious words', 9);
  api.on('PUT /admin/working-copies/*', () => {
    throw new TypeError('No connection');
  });
  const stored = async () => (await postDrafts.list()).map(({ form }) => form);
  drop(two());
  await title.fill('Kept for certain');
  await expect
    .poll(stored)
    .toMatchObject([{ title: 'Kept for certain', content: 'precious words' }]);
  await next();
  await expectShape('precious \nIMG\n|\nwords');
  await expect
    .poll(stored)
    .toMatchObject([
      { content: expect.stringMatching(/^precious \n<figure><img .*<\/figure>\nwords$/) },
    ]);
  await next();
});

test('text that looks like a placeholder is not changed', async () => {
  const words = '[Uploading 1: a.webp …] <!-- Uploading a.webp … 0abcdef -->';
  const { id, next, saved } = await openDraft('text');
  await content.fill(words);
  await keyboard.press('Control+End');
  drop([picture('a.webp')]);
  await next();
  await expect.poll(() => field().value).toContain('<img ');
  await page.getByRole('button', { name: 'Save as Draft' }).click();
  await expectElement(dashboard).toBeVisible();
  const { content: sent } = saved(`/admin/posts/${id}`) as { content: string };
  expect(sent.startsWith(`${words}\n<figure><img `)).toBe(true);
});

test('of several uploads, only the failed one is removed', async () => {
  expectConsoleError(/answered 415/);
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const { next } = await openHeld('before after', 7);
  drop(three());
  await next();
  await expectShape('before \nIMG\n|\n|\nafter');
  await next({ status: 415, json: { detail: 'This is no image.' } });
  await expectShape('before \nIMG\n|\nafter');
  expect(alert).toHaveBeenCalledWith('Failed to upload image. Please try again.');
  await expectElement(page.getByRole('alert').filter({ hasText: 'b.webp' })).toHaveTextContent(
    '“b.webp”: This is no image.',
  );
  await next();
  await expectShape('before \nIMG\nIMG\nafter');
});

test('an unusable file is named, and the others are inserted', async () => {
  await openEditor();
  field().focus();
  drop([new File(['x'], 'notes.pdf', { type: 'application/pdf' }), picture('a.webp')]);
  await expectShape('IMG\n');
  await expectElement(page.getByRole('alert').filter({ hasText: 'notes.pdf' })).toMatchTextContent(
    '“notes.pdf” is not a supported image',
  );
});

const PARAGRAPHS = ['<p>One two three</p>', '<p>Four five six</p>', '<p>Seven</p>'];

test('three images dropped between paragraphs leave the title its focus, caret and every letter', async () => {
  const { next } = await openHeld(PARAGRAPHS.join('\n'));
  const at = pointOf('ree</p>');
  await title.fill('Whi pictures arrive');
  const input = title.element() as HTMLInputElement;
  input.setSelectionRange(3, 3);
  drop(three(), at);
  await keyboard.type('l');
  const shapeWith = (pictures: string) =>
    [PARAGRAPHS[0], pictures, ...PARAGRAPHS.slice(1)].join('\n');
  await expectShape(shapeWith('|\n|\n|'));
  await next();
  await expectShape(shapeWith('IMG\n|\n|'));
  await keyboard.type('e ');
  await next();
  await keyboard.type('my');
  await next();
  await expectShape(shapeWith('IMG\nIMG\nIMG'));
  await expectElement(title).toHaveFocus();
  await expectElement(title).toHaveValue('While my pictures arrive');
  expect(input.selectionStart).toBe('While my'.length);
  field().focus();
  await keyboard.press('Control+z');
  await expectShape(PARAGRAPHS.join('\n'));
});

test('an image for the middle of a paragraph goes behind it, and typing goes on inside', async () => {
  const text = PARAGRAPHS.join('\n');
  const { next } = await openHeld(text, 'tw'.length + text.indexOf('two'));
  drop(two(), pointOf('ix</p>'));
  await keyboard.type('oo');
  await next();
  await keyboard.type('o');
  await next();
  const [first = '', ...others] = PARAGRAPHS;
  await expectShape(
    [first.replace('two', 'twoooo'), others[0], 'IMG', 'IMG', others[1]].join('\n'),
  );
});

test('the Image button inserts the chosen files at the caret', async () => {
  await openEditor();
  await content.fill(PARAGRAPHS.join('\n'));
  placeCaret(PARAGRAPHS[0]?.length ?? 0);
  const chosen = chooseFiles(['a.webp', 'b.webp']);
  await tool('Image').click();
  expect(await chosen, 'several may be chosen').toBe(true);
  const both = [PARAGRAPHS[0], 'IMG', 'IMG', PARAGRAPHS[1], PARAGRAPHS[2]].join('\n');
  await expectShape(both);
  await expectElement(content).toHaveFocus();
  await keyboard.type('<p>Next</p>');
  await expectShape(both.replace('IMG\nIMG\n', 'IMG\nIMG\n<p>Next</p>'));
});

test('alt text and caption are written into the figure, and can be undone', async () => {
  await openEditor();
  await content.fill('<p>Text</p>');
  await keyboard.press('Control+End');
  drop([picture('a.webp')]);
  await expectShape('<p>Text</p>\nIMG\n');
  await expectElement(content).toHaveFocus();
  await page.getByText('Describe the picture').click();
  await page.getByLabelText('Alt text').click();
  await keyboard.type('A "leaf"');
  const captions = page.getByLabelText('Caption');
  await captions.click();
  await keyboard.type('Leaves & clocks');
  await expectElement(captions).toHaveFocus();
  await expect
    .poll(() => field().value)
    .toMatch(
      /^<p>Text<\/p>\n<figure><img src="[^"]*" alt="A &quot;leaf&quot;" width="300" height="200"><figcaption>Leaves &amp; clocks<\/figcaption><\/figure>\n$/,
    );
  // Another picture takes nothing away from the one that is being described.
  drop([picture('b.webp')]);
  await expectElement(page.getByText('Describe 2 pictures')).toBeVisible();
  await expectElement(captions.first()).toHaveFocus();
  await keyboard.type('!');
  await expect.poll(() => field().value).toContain('<figcaption>Leaves &amp; clocks!</figcaption>');
  await page.getByRole('button', { name: 'Done' }).click();
  await expectElement(content).toHaveFocus();
  await expectCount(page.getByText(/^Describe/), 0);
  for (let n = 0; n < 40 && shapeOf(field().value) !== '<p>Text</p>\nIMG\n'; n += 1)
    await keyboard.press('Control+z');
  await expectShape('<p>Text</p>\nIMG\n');
  await keyboard.press('Control+z');
  await expectShape('<p>Text</p>');
});

test.each([
  ['Enter', 'has its words', 'IMG\none <a href="https://example.com/">https://example.com/</a>'],
  ['Escape', 'is gone', 'IMG\none '],
] as const)(
  'after %s, a link whose address was asked for while an image arrived %s',
  async (key, _outcome, expected) => {
    const { next } = await openHeld('one ', 0);
    drop([picture('a.webp')]);
    await keyboard.press('Control+End');
    await keyboard.press('Control+k');
    await expectElement(page.getByLabelText('Link address')).toHaveFocus();
    await next();
    await expectShape('IMG\none <a href=""></a>');
    await keyboard.type('https://example.com/');
    await keyboard.press(key);
    await expectShape(expected);
  },
);
