import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { eachDialect, emptyLocation } from '../../test-support/dialects.ts';
import { startTestApp } from '../../test-support/test-app.ts';
import { restoreBackup } from './backups/restore.ts';
import { readConfig } from './config/config.ts';
import { openDatabase } from './database/open.ts';
import { importSource, openImport, withImport } from './imports/open-import.ts';

/** Both were made by version 0.3.0 itself, of the same blog. */
const fileOf = (name: 'backup.tar.gz' | 'export.zip') =>
  fileURLToPath(new URL(`../../test-support/version-0.3.0/${name}`, import.meta.url));

const IMAGE = '/uploads/eb3738b856f82a5679e5e8f75490ca12-64x32-200.png';
const POSTS = {
  'first-renamed': `<p>Second text <img src="${IMAGE}"></p>`,
  'a-draft': '<p>Draft</p>',
  scheduled: '<p>Later</p>',
  erstes: '<p>Deutsch</p>',
};
const FIRST_VERSION = `<h2>A</h2>\r\n<p>Text&nbsp;<img src="${IMAGE}" alt="x"> <code>a &lt; b</code> 😀</p>\n<p>  trailing  \n`;

type Location = Awaited<ReturnType<typeof emptyLocation>>;

/** Returns a function that reads an answer of the administrator's API. */
async function openBlog({ dataDir, databaseUrl }: Location) {
  const db = await openDatabase({ dataDir, databaseUrl });
  await db.deleteFrom('settings').where('name', '=', 'admin_password_hash').execute();
  const remove = () => db.destroy();
  const site = await startTestApp(async () => ({
    db,
    dataDir,
    remove,
    ...(databaseUrl && { databaseUrl }),
  }));
  const token = await site.login();
  return async (path: string) => (await site.get(`/api/admin/${path}`, token)).json();
}

type Text = { slug: string; content: string };
const contents = (documents: readonly Text[]) =>
  Object.fromEntries(documents.map(({ slug, content }) => [slug, content]));

eachDialect((open) => {
  test('a backup of version 0.3.0 is restored with its texts, versions, working copies and subscribers', async () => {
    const location = await emptyLocation(open);
    await restoreBackup(location, fileOf('backup.tar.gz'));
    const read = await openBlog(location);
    const posts = await read('posts');
    expect(contents(posts)).toEqual(POSTS);
    const { id } = posts.find(({ slug }: Text) => slug === 'first-renamed');
    expect(await read(`posts/${id}/revisions/1`)).toMatchObject({ content: FIRST_VERSION });
    expect(await read(`working-copies/${id}`)).toMatchObject({
      base_version: 2,
      form: { title: 'First, being changed', content: '<p>Private  changes é\n', published: true },
    });
    expect((await read('working-copies/new-key-1')).form).toEqual({
      title: 'Never saved',
      content: 'typed',
    });
    expect(await read('page-working-copies')).toMatchObject([{ title: 'Now 2' }]);
    expect(await read('trash')).toMatchObject([{ slug: 'trashed' }]);
    expect(await read('newsletter')).toMatchObject({ subscribers: { confirmed: 2 } });
  });

  test('an export of version 0.3.0 is imported with its texts, pictures, redirects and settings', async () => {
    const location = await emptyLocation(open);
    const { dataDir, databaseUrl } = location;
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const source = await openImport(fileOf('export.zip'));
    const report = await withImport(config, (parts) => importSource(parts, source));
    await source.close();
    expect(report).toMatchObject({ posts: 4, pages: 1, redirects: 1, skipped: [] });
    expect(report.pictures).toEqual({ imported: 1, missing: [] });
    const read = await openBlog(location);
    expect(contents(await read('posts'))).toEqual(POSTS);
    expect(contents(await read('pages'))).toMatchObject({
      now: `<p>Page <img src="${IMAGE}"></p>`,
    });
    expect(await read('redirects')).toMatchObject([
      {
        from: expect.stringMatching(/^\/blog\/first-quoted/),
        to: '/blog/first-renamed',
        is_automatic: true,
      },
      { from: '/old/one', to: '/blog/first-renamed', is_public: true },
    ]);
    expect(await read('settings')).toMatchObject({ site_name: 'Base blog', language: 'en' });
    const stored = readFileSync(`${dataDir}${IMAGE}`);
    expect(stored.length).toBe(133);
  });
});
