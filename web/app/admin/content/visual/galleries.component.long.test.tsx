import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { content } from '../../../../component-tests/editor-page.tsx';
import { createFakeApi } from '../../../../component-tests/fake-api.ts';
import { dispatchFiles, picture } from '../../../../component-tests/file-events.ts';
import { chooseFiles, keyboard } from '../../../../component-tests/keyboard.ts';
import {
  boxOf,
  expectCount,
  expectElement,
  painted,
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
  text,
} from '../../../../component-tests/visual-text.ts';

const LINES = '<P>one</P>\n<p>two</p>';
const question = page.getByRole('group', { name: 'Show the 2 images as:' });
const gallery = page.getByRole('button', { name: 'Gallery' });
const stack = page.getByRole('button', { name: 'Separate images' });

const figure = (name: string) =>
  `<figure><img src="/uploads/${name}-300x200-123.webp" alt="A" width="300" height="200"><figcaption>${name}</figcaption></figure>`;
const galleryOf = (...names: string[]) =>
  `<figure>\n${names.map((name) => `  ${figure(name)}\n`).join('')}</figure>`;

afterEach(() => page.viewport(1280, 900));

function image(index: number): HTMLElement {
  return text.getByCss('figure.gallery img').elements()[index] as HTMLElement;
}

async function select(index: number): Promise<void> {
  image(index).click();
  await painted();
}

/** The captions in their order. */
function order(): string[] {
  return [...html().matchAll(/<figcaption>(\w+)<\/figcaption>/g)].map(([, name]) => name ?? '');
}

test('several pictures are offered as a gallery, and undo takes only that back', async () => {
  await openText(LINES);
  await caretAfter('one');
  const chosen = chooseFiles(['a.webp', 'b.webp']);
  await pressTool('Image');
  await chosen;
  await expectElement(question).toBeVisible();
  await expectCount(text.getByCss('figure'), 2);
  await gallery.click();
  await expectHtml(
    /^<P>one<\/P>\n<figure>\n {2}<figure><img src="\/uploads\/leaf-1-[^>]*><\/figure>\n {2}<figure><img src="\/uploads\/leaf-2-[^>]*><\/figure>\n<\/figure>\n<p>two<\/p>$/,
  );
  await expectElement(question).not.toBeInTheDocument();
  const [first, second] = [image(0), image(1)].map((each) => each.getBoundingClientRect());
  expect(first?.top).toBe(second?.top);
  expect(first?.right).toBeLessThan(second?.left ?? 0);
  await expectElement(text).toHaveFocus();
  await keyboard.type('below');
  await expectHtml(/<\/figure>\n<p>below<\/p>\n<p>two<\/p>$/);
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expectHtml(
    /^<P>one<\/P>\n<figure><img [^\n]*<\/figure>\n<figure><img [^\n]*\n<p>two<\/p>$/,
  );
});

test('one below the other leaves them as they are, also before they have arrived', async () => {
  await openText(LINES);
  await caretAfter('one');
  dispatchFiles(text, 'paste', [picture('a.webp'), picture('b.webp')]);
  await stack.click();
  await expectElement(question).not.toBeInTheDocument();
  await expectHtml(
    /^<P>one<\/P>\n<figure><img [^\n]*<\/figure>\n<figure><img [^\n]*\n<p>two<\/p>$/,
  );
});

test('in the HTML box they become a gallery as well', async () => {
  await openText(LINES);
  await showView('HTML');
  content.element().focus();
  await keyboard.press('Control+End');
  dispatchFiles(content, 'drop', [picture('a.webp'), picture('b.webp')]);
  await gallery.click();
  await expectHtml(
    /^<P>one<\/P>\n<p>two<\/p>\n<figure>\n {2}<figure><img [^\n]*\n {2}<figure><img [^\n]*\n<\/figure>\n$/,
  );
  await expectElement(content).toHaveFocus();
});

test('a gallery is arranged by keys, by its buttons and by the mouse', async () => {
  await openText(`<p>one</p>\n${galleryOf('a', 'b', 'c')}\n<P>two</P>`);
  await select(0);
  await keyboard.press('Alt+ArrowRight');
  await expect.poll(order).toEqual(['b', 'a', 'c']);
  await page.getByRole('button', { name: 'Move right' }).click();
  await expect.poll(order).toEqual(['b', 'c', 'a']);
  await expectHtml(/\n<P>two<\/P>$/);
  const [from, to] = [image(2).getBoundingClientRect(), image(0).getBoundingClientRect()];
  const options = { bubbles: true, pointerId: 1, button: 0, pointerType: 'mouse' };
  const at = (box: DOMRect) => ({ clientX: box.left + 4, clientY: box.top + 60 });
  image(2).dispatchEvent(new PointerEvent('pointerdown', { ...options, ...at(from) }));
  window.dispatchEvent(new PointerEvent('pointermove', { ...options, ...at(to) }));
  await expectElement(page.getByCss('[data-drop-side=before]')).toBeInTheDocument();
  window.dispatchEvent(new PointerEvent('pointerup', { ...options, ...at(to) }));
  await expect.poll(order).toEqual(['a', 'b', 'c']);
  await expectCount(page.getByCss('[data-drop-side]'), 0);
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await keyboard.press('Control+z');
  await expectHtml(`<p>one</p>\n${galleryOf('a', 'b', 'c')}\n<P>two</P>`);
});

test('a picture is dragged out of a gallery, and to another place', async () => {
  await openText(`<p>one</p>\n${galleryOf('a', 'b')}\n<p>two</p>`);
  await select(0);
  const options = { bubbles: true, pointerId: 1, button: 0, pointerType: 'mouse' };
  const from = image(0).getBoundingClientRect();
  const to = boxOf(text.getByText('one'));
  const start = { clientX: from.left + 9, clientY: from.top + 60 };
  const end = { clientX: to.left + 9, clientY: to.top };
  image(0).dispatchEvent(new PointerEvent('pointerdown', { ...options, ...start }));
  window.dispatchEvent(new PointerEvent('pointermove', { ...options, ...end }));
  window.dispatchEvent(new PointerEvent('pointerup', { ...options, ...end }));
  await expectHtml(/^<figure><img .*<\/figure>\n<p>one<\/p>\n<figure>\n {2}<figure>/);
});

test('the tools of a gallery: widths, and one below the other', async () => {
  await openText(`<p>one</p>\n${galleryOf('a', 'b')}`);
  await select(0);
  const tools = page.getByRole('group', { name: 'Gallery' });
  await tools.getByRole('button', { name: 'Wide' }).click();
  await expectHtml(/\n<figure class="wide">\n {2}<figure>/);
  await select(0);
  await tools.getByRole('button', { name: 'Separate images' }).click();
  await expectHtml(`<p>one</p>\n${figure('a')}\n${figure('b')}`);
});

test('what is typed or pressed at a picture of a gallery changes no other picture', async () => {
  await openText(`<p>one</p>\n${galleryOf('a', 'b')}\n<p>two</p>`);
  await caretAfter('a');
  await keyboard.press('Enter');
  await keyboard.type('below');
  await expectHtml(`<p>one</p>\n${galleryOf('a', 'b')}\n<p>below</p>\n<p>two</p>`);
  await select(0);
  await keyboard.press('Enter');
  await keyboard.type('again');
  await expectHtml(`<p>one</p>\n${galleryOf('a', 'b')}\n<p>again</p>\n<p>below</p>\n<p>two</p>`);
  await select(0);
  await keyboard.press('Delete');
  await expect.poll(order).toEqual(['b']);
});

test.each([
  [375, 667],
  [1280, 900],
])('the alt field is not wider than its picture at %i pixels', async (width, height) => {
  await page.viewport(width, height);
  const sizes = [120, 300, 1200];
  const figures = sizes.map(
    (size) =>
      `<figure><img src="/uploads/leaf-1-${size}x${size}-123.webp" alt="" width="${size}" height="${size}"></figure>`,
  );
  await openText(['<p>x</p>', ...figures].join('\n'));
  for (const index of sizes.keys()) {
    (text.getByCss('figure img').nth(index).element() as HTMLElement).click();
    await painted();
    const bar = boxOf(page.getByLabelText('Alt text').nth(index));
    const shown = boxOf(text.getByCss('figure img').nth(index));
    expect(bar.width).toBeGreaterThan(0);
    expect(bar.left).toBeGreaterThanOrEqual(shown.left);
    expect(bar.right).toBeLessThanOrEqual(shown.right);
  }
});

test('a picture is replaced, and keeps its caption and alt text', async () => {
  await openText(`<p>one</p>\n${figure('a')}`);
  (text.getByCss('figure img').element() as HTMLElement).click();
  const chosen = chooseFiles(['b.webp']);
  await page.getByRole('button', { name: 'Replace' }).click();
  expect(await chosen, 'one is chosen').toBe(false);
  await expectHtml(`<p>one</p>\n${figure('a').replace('/uploads/a-', '/uploads/leaf-1-')}`);
});

test('nothing moves when a picture arrives', async () => {
  const api = createFakeApi();
  const next = api.hold('POST /admin/upload-image');
  await openText(LINES, api);
  await caretAfter('one');
  dispatchFiles(text, 'paste', [picture()]);
  await expectCount(text.getByCss('[data-upload] [style*="aspect-ratio"]'), 1);
  await painted();
  const before = boxOf(text.getByText('two')).top;
  await next();
  await expectCount(text.getByCss('figure img'), 1);
  await painted();
  expect(boxOf(text.getByText('two')).top).toBe(before);
});

test.each(SIZES)(
  'on a %s, no picture covers the tools of another',
  async (_name, width, height) => {
    await page.viewport(width, height);
    await openText(`${galleryOf('a', 'b', 'c')}\n<p>end</p>`);
    await select(0);
    const shown = text.getByRole('button', { name: /^(?:Move right|Replace|Remove)$/ });
    for (const element of shown.elements().filter((each) => each.checkVisibility())) {
      element.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width: wide, height: high } = element.getBoundingClientRect();
      expect(document.elementFromPoint(left + wide / 2, top + high / 2)).toBe(element);
    }
  },
);

test('on a phone, all tools of a picture are within it, and most of it is seen', async () => {
  await page.viewport(375, 667);
  await openText(`${figure('a')}\n<p>end</p>`);
  (text.getByCss('figure img').element() as HTMLElement).click();
  await painted();
  const picture = boxOf(text.getByCss('figure img'));
  const tools = boxOf(text.getByCss('figure [data-controls]'));
  expect(tools.height).toBeLessThan(picture.height / 2);
  expect(tools.width).toBeLessThanOrEqual(picture.width);
  for (const name of ['Text', 'Wide', 'Full', 'Replace', 'Remove']) {
    const button = boxOf(text.getByRole('button', { name }));
    expect(button.height).toBeGreaterThanOrEqual(36);
    expect(button.right).toBeLessThanOrEqual(tools.right);
    expect(button.top).toBeGreaterThanOrEqual(boxOf(text.getByLabelText('Alt text')).bottom);
  }
  // What a tap sends at its end.
  const alt = text.getByLabelText('Alt text');
  (alt.element() as HTMLElement).click();
  await expectElement(alt).toHaveFocus();
});

const highFigure =
  '<figure><img src="/uploads/a-300x900-123.webp" alt="A" width="300" height="900"><figcaption>a</figcaption></figure>';

test('on a phone, the tools of a picture that begins above the window are in sight', async () => {
  await page.viewport(375, 360);
  await openText(`<p>start</p>\n${highFigure}\n<p>end</p>`);
  const shown = text.getByCss('figure img').element() as HTMLElement;
  shown.scrollIntoView({ block: 'end' });
  shown.click();
  await painted();
  const tools = boxOf(text.getByCss('figure [data-controls]'));
  const bar = boxOf(page.getByCss('form > div:has(> h1)'));
  expect(bar.top).toBe(0);
  expect(tools.top).toBeGreaterThan(bar.bottom);
  expect(tools.bottom).toBeLessThan(boxOf(tool('Bold')).top);
});

test.each([
  ['laptop', 1280, 800],
  ['low window', 1280, 440],
  ['phone', 375, 667],
])(
  'on a %s, nothing covers the tools of a picture that begins above the window',
  async (_name, width, height) => {
    await page.viewport(width, height);
    await openText(`<p>start</p>\n${highFigure}\n<p>end</p>`);
    const shown = text.getByCss('figure img').element() as HTMLElement;
    // The file is as small as the others.
    shown.style.height = '1400px';
    shown.click();
    await painted();
    window.scrollTo(0, shown.getBoundingClientRect().top + scrollY + 300);
    await painted();
    const { left, right, top, bottom } = boxOf(text.getByCss('figure [data-controls]'));
    for (const y of [top + 2, bottom - 2]) {
      const hit = document.elementFromPoint((left + right) / 2, y);
      expect(hit?.closest('figure [data-controls]')).not.toBeNull();
    }
  },
);

test('on a phone, the tools of a gallery cover none of its pictures and no text', async () => {
  await page.viewport(375, 667);
  await openText(`<p>start</p>\n${galleryOf('a', 'b', 'c')}\n<p>end</p>`);
  await select(1);
  const all = boxOf(text.getByRole('group', { name: 'Gallery' }));
  const one = boxOf(text.getByCss('figure.gallery [data-controls]').nth(1));
  expect(all.top).toBeGreaterThanOrEqual(boxOf(text.getByText('start')).bottom);
  expect(all.bottom).toBeLessThanOrEqual(image(1).getBoundingClientRect().top);
  expect(one.top).toBeGreaterThanOrEqual(boxOf(text.getByCss('figcaption').nth(1)).bottom);
  expect(one.bottom).toBeLessThanOrEqual(boxOf(text.getByText('end')).top);
});

test('the caret stays in sight when pictures become a gallery', async () => {
  await page.viewport(375, 360);
  await openText(LINES);
  await caretAfter('one');
  const chosen = chooseFiles(['a.webp', 'b.webp']);
  await pressTool('Image');
  await chosen;
  await gallery.click();
  await expectCount(text.getByCss('figure.gallery'), 1);
  const written = text.getByCss('figure + p, div + p').first();
  const bar = page.getByCss('form > div:has(> h1)');
  await expect.poll(() => boxOf(written).top).toBeGreaterThanOrEqual(boxOf(bar).bottom);
  await expect.poll(() => boxOf(written).bottom).toBeLessThanOrEqual(boxOf(tool('Bold')).top);
});
