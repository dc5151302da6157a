import { createHash } from 'node:crypto';
import { EN } from '@longhand/contract/words/en';
import { JA } from '@longhand/contract/words/ja';
import { expect, test } from 'vitest';
import { addNotice, offlinePage, titleOf } from './html.ts';

const SENT = { language: 'en-US', wordLanguage: 'en', direction: 'ltr', words: EN } as const;

const PAGE =
  '<!DOCTYPE html><html><head><title>Salt &amp; sea · Blog</title></head><body class="x"><a class="skip-link" href="#content">Skip to content</a><main>A &lt;body&gt;</main></body></html>';

test('the notice follows the link to the content, with the reason and the date', () => {
  const html = addNotice(PAGE, 'offline', new Date('2026-11-16T14:32:00'), SENT);
  expect(html).toMatch(
    /Skip to content<\/a><aside id="saved-copy"[^>]*>You are offline, or the site cannot be reached\. /,
  );
  expect(html).toMatch(/This is the copy from November 16, 2026 at 2:32\sPM\. <a href="">/);
  expect(html.replace(/<aside.*<\/aside>/, '')).toBe(PAGE);
});

test('other reasons are said, too', () => {
  expect(addNotice(PAGE, 'slow', new Date(), SENT)).toContain('The connection is slow.');
  expect(addNotice(PAGE, 'failed', new Date(), SENT)).toContain(
    'The site does not work right now.',
  );
});

test('a title stays escaped', () => {
  expect(titleOf(PAGE)).toBe('Salt &amp; sea · Blog');
  expect(titleOf('<p>No title</p>')).toBe('');
});

test('the page without a copy lists those that there are, and allows only its own script', async () => {
  const response = await offlinePage(
    [
      { path: '/blog?tag=A&x="', title: 'A &lt;b&gt;' },
      { path: '/about', title: '' },
    ],
    SENT,
  );
  const html = await response.text();
  expect(html).toContain(
    '<h1>No connection</h1><p>You are offline, or the site cannot be reached. There is no copy',
  );
  expect(html).toContain('<a href="/blog?tag=A&amp;x=&quot;" dir="auto">A &lt;b&gt;</a>');
  expect(html).toContain('<a href="/about" dir="auto">/about</a>');
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; /);
  for (const [, text] of html.matchAll(/<(?:style|script)>(.*?)<\/(?:style|script)>/g))
    expect(policy).toContain(
      createHash('sha256')
        .update(text ?? '')
        .digest('base64'),
    );
  expect(await (await offlinePage([], SENT)).text()).not.toContain('<ul>');
});

test('sentences follow each other as in the language of the words', async () => {
  const japanese = { language: 'ja', wordLanguage: 'ja', direction: 'ltr', words: JA } as const;
  expect(addNotice(PAGE, 'offline', new Date(), japanese)).toMatch(/状態です。\d/);
  expect(await (await offlinePage([], japanese)).text()).toContain('状態です。この');
});
