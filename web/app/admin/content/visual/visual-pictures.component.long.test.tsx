import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { content, title } from '../../../../component-tests/editor-page.tsx';
import { expectConsoleError } from '../../../../component-tests/expected-errors.ts';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import {
  dispatchFiles,
  type Point,
  picture,
  shapeOf,
} from '../../../../component-tests/file-events.ts';
import { chooseFiles, keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  expectTexts,
  pressTool,
  SIZES,
  showView,
  tool,
} from '../../../../component-tests/locators.ts';
import {
  caretAfter,
  expectHtml,
  html,
  openText,
  openVisual,
  showVisual,
  text,
  uploadsSized,
} from '../../../../component-tests/visual-text.ts';

const UPLOAD = 'POST /admin/upload-image';
const LINES = '<p>one</p>\n<p>two</p>';
const three = () => ['a.webp', 'b.webp', 'c.webp'].map(picture);

async function expectShape(expected: string): Promise<void> {
  await expect.poll(() => shapeOf(html())).toBe(expected);
}

async function give(kind: 'drop' | 'paste', files: readonly File[], at?: Point): Promise<void> {
  dispatchFiles(text, kind, files, at);
  await uploadsSized(files.length);
}

/** Below the middle of the first paragraph. */
function belowOne(): Point {
  const box = boxOf(text.getByText('one'));
  return { x: box.x + 5, y: box.bottom - 3 };
}

/** The editor with an API that answers uploads when it is told to. */
async function openHeld() {
  const api = createFakeApi();
  const next = api.hold(UPLOAD);
  await openText(LINES, api);
  await caretAfter('one');
  return next;
}

/** From the line that is being written to the bar. */
function roomBelow(): number {
  const { scrollPaddingBottom } = getComputedStyle(document.documentElement);
  const bar = Number.parseFloat(scrollPaddingBottom) || 0;
  return innerHeight - bar - boxOf(text.getByText('below')).bottom;
}

describe.each(SIZES)('on a %s', (_name, width, height) => {
  beforeEach(() => page.viewport(width, height));

  test('a line shows where dropped pictures go, and moves nothing', async () => {
    const next = await openHeld();
    title.element().focus();
    const mark = page.getByCss('[data-drop-position]');
    const at = belowOne();
    const before = boxOf(text.getByText('two'));
    dispatchFiles(text, 'dragover', [picture()], at);
    await expectCount(mark, 1);
    const [line, two] = [boxOf(mark), boxOf(text.getByText('two'))];
    expect(two).toEqual(before);
    expect(line.y).toBeGreaterThan(at.y - 10);
    expect(line.y).toBeLessThanOrEqual(two.y);
    dispatchFiles(text, 'dragleave', [picture()], at);
    await expectCount(mark, 0);
    dispatchFiles(text, 'dragover', [picture()], at);
    await give('drop', three(), at);
    await expectCount(mark, 0);
    await expectShape('<p>one</p>\n|\n|\n|\n<p>two</p>');
    await expectTexts(text.getByCss('[data-upload]'), [
      'Uploading a.webp…',
      'Uploading b.webp…',
      'Uploading c.webp…',
    ]);
    await expectElement(title).toHaveFocus();
    await expectElement(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
    for (const _picture of three()) await next();
    await expectShape('<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>');
    await expectTexts(text.getByRole('paragraph'), ['one', 'two']);
    await expectElement(title).toHaveFocus();
    await caretAfter('two');
    await keyboard.press('Control+z');
    await expectShape(LINES);
    await expectCount(text.getByCss('figure, [data-upload]'), 0);
    await keyboard.press('Control+y');
    await expectShape('<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>');
  });

  test('Image asks for files and puts them below the paragraph with the caret', async () => {
    const next = await openHeld();
    const names = ['a.webp', 'b.webp'];
    const chosen = chooseFiles(names);
    await pressTool('Image');
    await chosen;
    await uploadsSized(names.length);
    for (const _name of names) await next();
    await expectShape('<p>one</p>\nIMG\nIMG\n<p>two</p>');
    await expectCount(text.getByLabelText('Alt text'), 2);
    await expectElement(text).toHaveFocus();
    await keyboard.type('below');
    await expectShape('<p>one</p>\nIMG\nIMG\n<p>below</p>\n<p>two</p>');
    await expect.poll(roomBelow).toBeGreaterThanOrEqual(0);
  });
});

test('a failed upload removes its place and says why', async () => {
  expectConsoleError(/answered 415/);
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const next = await openHeld();
  await give('paste', three().slice(0, 2));
  await expectShape('<p>one</p>\n|\n|\n<p>two</p>');
  await keyboard.type('!');
  await next({ status: 415, json: { detail: 'This is no image.' } });
  await expectCount(text.getByCss('[data-upload]'), 1);
  await expectShape('<p>one</p>\n|\n<p>!</p>\n<p>two</p>');
  expect(alert).toHaveBeenCalledWith('Failed to upload image. Please try again.');
  await next();
  await expectShape('<p>one</p>\nIMG\n<p>!</p>\n<p>two</p>');
  await expectElement(
    page.getByRole('alert').filter({ hasText: 'This is no image.' }),
  ).toBeVisible();
  await expectElement(text).toHaveFocus();
  await keyboard.type('?');
  await expectShape('<p>one</p>\nIMG\n<p>!?</p>\n<p>two</p>');
});

test('an upload goes on in HTML and back in Visual', async () => {
  const next = await openHeld();
  await give('drop', three(), belowOne());
  await expectShape('<p>one</p>\n|\n|\n|\n<p>two</p>');
  await showView('HTML');
  content.element().focus();
  await keyboard.press('Control+End');
  await keyboard.type('\n<p>three</p>');
  await next();
  await expectShape('<p>one</p>\nIMG\n|\n|\n<p>two</p>\n<p>three</p>');
  await showVisual();
  await expectCount(text.getByCss('figure img'), 1);
  await expectCount(text.getByCss('[data-upload]'), 2);
  await next();
  await expectShape('<p>one</p>\nIMG\nIMG\n|\n<p>two</p>\n<p>three</p>');
  await showView('HTML');
  await next();
  await expectShape('<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>\n<p>three</p>');
  await showVisual();
  await expectCount(text.getByCss('figure img'), 3);
  await expectElement(text).toMatchTextContent('three');
  await caretAfter('three');
  await keyboard.type('!');
  await expectShape('<p>one</p>\nIMG\nIMG\nIMG\n<p>two</p>\n<p>three!</p>');
});

test('the form has one file field, that of the featured image', async () => {
  await openVisual(LINES);
  await expectCount(page.getByCss('form input[type=file]'), 1);
});

test('while files are asked for, their field is in the document, outside of the form', async () => {
  await openText(LINES);
  const asked = vi.spyOn(HTMLInputElement.prototype, 'click').mockReturnValue();
  await tool('Image').click();
  const inputs = asked.mock.contexts as HTMLInputElement[];
  const [input] = inputs;
  expect([input?.isConnected, input?.form]).toEqual([true, null]);
  input?.dispatchEvent(new Event('cancel'));
  expect(input?.isConnected).toBe(false);
  await tool('Image').click();
  inputs[1]?.dispatchEvent(new Event('change'));
  await expectCount(page.getByCss('body > input'), 0);
  await expectHtml(LINES);
});

test('a picture dropped beside the text goes to its end', async () => {
  await openVisual(LINES);
  title.element().focus();
  dispatchFiles(page.getByRole('heading', { level: 1 }), 'drop', three().slice(0, 1));
  await expectShape(`${LINES}\nIMG`);
  await expectElement(title).toHaveFocus();
});
