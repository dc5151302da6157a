import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderTarget } from '@longhand/api/exports';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { redirectRules } from './redirects.ts';
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
