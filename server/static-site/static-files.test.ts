import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderTarget } from '@longhand/api/exports';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { redirectRules, resolveRedirects } from './redirects.ts';
import { createStaticFiles, fileOf } from './static-files.ts';

test('names that no file can have are left out, and a name is a file or a folder', async () => {
  const folder = join(temporaryFolder(), 'copy');
  const target = await createFolderTarget(folder);
  const files = createStaticFiles(target, () => {});
  for (const name of ['old.html', 'a/b/index.html']) await files.add(name, name);
  for (const name of ['old.html/feed/index.html', 'OLD.html', 'a/B', '../x', `${'x'.repeat(256)}`])
    await files.add(name, 'not written');
  await target.finish();
  expect(files.count()).toBe(2);
  expect(readFileSync(join(folder, 'old.html'), 'utf8')).toBe('old.html');
});

test('an old address with a percent sign has a file and a rule', () => {
  const from = '/100% cotton';
  expect(fileOf(encodeURI(from))).toBe('100% cotton/index.html');
  expect(redirectRules([{ from, to: '/blog/caf%C3%A9' }])).toBe(
    '/100%25%20cotton /blog/caf%C3%A9 301\n',
  );
});

test('old addresses lead where the site leads, or nowhere, without a page that says so', async () => {
  const pages: string[] = [];
  const answers = new Map([
    ['/?p=1', [301, '/blog/a']],
    ['/tag/caf%C3%A9', [301, '/topics/Caf%C3%A9']],
    ['/tag/gone', [404, undefined]],
  ] as const);
  const leadingNowhere = ['/tag/draft', '/now-a-page'];
  const from = ['/?p=1', '/tag/café', '/tag/gone', ...leadingNowhere];
  const redirects = await resolveRedirects(from, async (path) => {
    const asked = new URL(path, 'http://a.test').searchParams.get('path');
    if (asked !== null) {
      const to = leadingNowhere.includes(asked) ? null : '/somewhere';
      return { statusCode: 200, headers: {}, json: () => ({ to }) };
    }
    pages.push(path);
    const [statusCode = 500, location] = answers.get(path as '/?p=1') ?? [];
    return { statusCode, headers: { location }, json: () => ({ to: null }) };
  });
  expect(redirects).toEqual([
    { from: '/?p=1', to: '/blog/a' },
    { from: '/tag/café', to: '/topics/Caf%C3%A9' },
  ]);
  expect(pages).toEqual([...answers.keys()]);
});
