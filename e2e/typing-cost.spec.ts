import { expect, test } from './admin-fixtures.ts';
import { openVisual, text } from './visual-text.ts';

const PARAGRAPHS = 400;
/** The browser looks again at the form's fields and buttons after each change. */
const MOST = 150;

type TraceEvent = { name: string; args: { elementCount?: number } };

// A rule for `:root:has(.editor)` made it all of them.
test('a typed letter costs the styles of few elements, however long the text is', async ({
  page,
  admin,
  browser,
}) => {
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, n) => `<p>Paragraph <b>${n}</b></p>`);
  const { id } = await admin.createPost({ content: paragraphs.join('\n') });
  await page.goto(`/admin/posts/edit/${id}`);
  await openVisual(page);
  await text(page).locator('p').first().click();
  await page.keyboard.type('a word');
  await browser.startTracing(page, { categories: ['devtools.timeline'] });
  await page.keyboard.type('letters');
  await expect(text(page).locator('p').first()).toContainText('letters');
  const trace: { traceEvents: TraceEvent[] } = JSON.parse(String(await browser.stopTracing()));
  const counts = trace.traceEvents
    .filter(({ name }) => name === 'UpdateLayoutTree')
    .map(({ args }) => args.elementCount ?? 0);
  expect(counts.length).toBeGreaterThan(0);
  expect(Math.max(...counts)).toBeLessThan(MOST);
});
