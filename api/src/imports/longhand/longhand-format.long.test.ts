import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPORT_FILE, EXPORT_FORMAT } from '@longhand/contract/exports';
import { BUILT_IN_PAGE_IDS, MAX_POSITION } from '@longhand/contract/pages/page-addresses';
import type { PostInput } from '@longhand/contract/posts/posts';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { startTestApp, type TestApp } from '../../../../test-support/test-app.ts';
import { form, picture, upload } from '../../../../test-support/uploads.ts';
import { readConfig } from '../../config/config.ts';
import type { DatabaseLocation } from '../../database/location.ts';
import { connectDatabase } from '../../database/open.ts';
import { useAndClose } from '../../database/transaction.ts';
import { exportToFolder } from '../../exports/commands.ts';
import { importSource, openImport, withImport } from '../open-import.ts';
import type { ImportProgress } from '../run-import.ts';
import { toItem } from './own-document.ts';

const CONTENT =
  '<p>\r\nTwo  spaces, ß 漢 👍 <a href=\'/blog/second-post\'>one</a> <a href="https://old.example/blog/first">two</a></p>\n<custom>kept</custom>\ufeff<video src="//video.example/1.mp4"></video>';

/** What only an export of another program is freed of. */
const ODD_TITLE = 'First\tline\u2028two\u0085\u202eback\u202c \ufeff end';

/** With renamed, scheduled and translated posts, drafts, pages, a redirect of each kind, and settings. */
async function makeBlog(site: TestApp, token: string): Promise<void> {
  const call = async (method: 'POST' | 'PUT', path: string, payload: object) => {
    const response = await site.request({ method, url: `/api/admin/${path}`, payload }, token);
    expect(response.statusCode, response.body).toBeLessThan(300);
    return response.json();
  };
  const addPicture = async (size: number) => {
    const bytes = await picture(size, size).jpeg().toBuffer();
    return (await upload(site, token, form([{ bytes }]))).json().url;
  };
  const [shown, icon] = [await addPicture(40), await addPicture(200), await addPicture(50)];
  const post = (input: Partial<PostInput>) =>
    call('POST', 'posts', { title: 'Post', excerpt: ' An excerpt ', content: 'Text', ...input });
  const first = await post({
    ...{ title: ODD_TITLE, slug: 'first', published: true, featured_image: shown },
    tags: ['One', 'Two:\tthree'],
    ...{ featured_image_alt: 'A\tlt', meta_title: 'Me\tta', published_at: '2009-09-05T10:00:00Z' },
    content: `${CONTENT}<img src='${shown}' srcset="a 1x" sizes="1px">`,
  });
  const { title, excerpt, content } = first;
  await call('PUT', `posts/${first.id}`, { title, excerpt, content, slug: 'renamed' });
  await post({ title: 'Erster', language: 'de', translation_of: first.id, published: true });
  const planned = { publish_at: '2099-01-01T00:00:00Z', send_when_published: true };
  await post({ title: 'Planned', ...planned });
  await post({ title: 'A draft', published: false, published_at: '2001-01-01T00:00:00Z' });
  const page = await call('POST', 'pages', { title: 'Now', content: CONTENT, placement: 'footer' });
  await call('PUT', `pages/${page.id}`, { slug: 'then' });
  await call('PUT', `pages/${BUILT_IN_PAGE_IDS.about}`, { placement: 'footer', position: 9 });
  await call('PUT', `pages/${BUILT_IN_PAGE_IDS.contact}`, { content: 'Write to me' });
  for (const [from, to] of [
    ['/2009/09/05/first/', '/blog/renamed'],
    ['/old-now', '/then'],
    ['/else', 'https://example.com/x'],
  ])
    await call('POST', 'redirects', { from, to });
  await call('PUT', 'settings', { language: 'de', words: { 'footer.love': 'Handgemacht' } });
  await call('PUT', 'settings', { site_name: 'Beans', accent: '#0b5d3b', icon, logo: shown });
}

const COMPARED = [
  ...([
    'posts',
    'post_tags',
    'slugs',
    'pages',
    'page_slugs',
    'site_settings',
    'site_icons',
  ] as const),
  'redirects',
] as const;

/** What an import makes anew, or leaves out. */
function withoutNew({
  version: _,
  send_when_published: _send,
  sort_key,
  created_at,
  ...row
}: Record<string, unknown>) {
  const isDocument = 'slug' in row;
  return { ...row, ...(isDocument && { created_at }), hasKey: sort_key !== null };
}

async function readBlog({ dataDir, databaseUrl }: DatabaseLocation) {
  return useAndClose(connectDatabase({ dataDir, databaseUrl }), async (db) => {
    const tables = COMPARED.map(async (table) => {
      const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().execute();
      return [table, rows.map((row) => JSON.stringify(withoutNew(row))).toSorted()];
    });
    const images = readdirSync(join(dataDir, 'uploads')).filter((name) => name.includes('.'));
    const files = images.map((name) => [name, readFileSync(join(dataDir, 'uploads', name), 'hex')]);
    return { ...Object.fromEntries(await Promise.all(tables)), files };
  });
}

async function listSent({ dataDir, databaseUrl }: DatabaseLocation) {
  return useAndClose(connectDatabase({ dataDir, databaseUrl }), (db) =>
    db
      .selectFrom('posts')
      .select(['title', 'publish_at'])
      .where('send_when_published', '=', 1)
      .execute(),
  );
}

const ID = '00000001-1111-7111-8111-111111111111';
const TIME = '2020-01-01T00:00:00.000Z';
const PAGE = {
  ...{ id: ID, slug: 'page', title: 'Page', content: 'Text', meta_description: null },
  ...{ placement: 'none', position: 1, created_at: TIME, updated_at: TIME, former_slugs: [] },
};
const POST = {
  ...{ id: ID, slug: 'post', title: 'Post', content: 'Text', excerpt: 'Text', tags: [] },
  ...{ published: true, published_at: TIME, publish_at: null, created_at: TIME, updated_at: TIME },
  ...{ featured_image: null, featured_image_alt: null, meta_title: null, meta_description: null },
  ...{ language: null, slug_chosen: true, former_slugs: [] },
  ...{ translation_of: null, translation_group: null },
};

test('what no export has is named or left out', () => {
  expect(toItem('pages', { ...PAGE, id: BUILT_IN_PAGE_IDS.about })).toEqual({
    ...{ kind: 'skipped', title: 'Page' },
    reason: 'It is not as an export has it: id is that of another page.',
  });
  expect(toItem('posts', null)).toMatchObject({ kind: 'skipped', title: '' });
  expect(toItem('posts', { ...POST, translation_group: 'x' })).toMatchObject({ kind: 'skipped' });
  const former_slugs = ['before', 'a/b', '', 'x'.repeat(90), 'a\0', 'blog'];
  expect(toItem('posts', { ...POST, former_slugs })).toMatchObject({
    own: { formerSlugs: ['before', 'blog'] },
  });
  expect(toItem('pages', { ...PAGE, former_slugs, position: 1e12 })).toMatchObject({
    own: { formerSlugs: ['before'], position: MAX_POSITION },
  });
});

test('ids in capitals are those of the same documents', () => {
  const group = { translation_of: ID.toUpperCase(), translation_group: ID.toUpperCase() };
  expect(toItem('posts', { ...POST, ...group, id: ID.toUpperCase() })).toMatchObject({
    ...{
      guid: ID,
      sourceId: ID,
      own: { id: ID, fields: { translation_of: null }, translationGroup: ID },
    },
  });
});

eachDialect((open) => {
  test('redirects to documents that are not in the export are left out, and nothing is counted', async () => {
    const site = await startTestApp(open);
    const redirect = { post_id: null, page_id: null, to: null };
    const other = ID.replace('1', '2');
    const folder = temporaryFolder();
    const head = { software: 'longhand', format: EXPORT_FORMAT, version: '1', exported_at: TIME };
    const redirects = [
      { ...redirect, from: '/here', post_id: ID.toUpperCase() },
      { ...redirect, from: '/gone', post_id: other },
      { ...redirect, from: '/no-page', page_id: ID },
      { ...redirect, from: '/else', to: 'https://example.com/' },
    ];
    const settings = { site_name: 'Old', statistics: true };
    const lists = { settings, pages: [], redirects, posts: [{ ...POST, slug: 'beans' }] };
    writeFileSync(
      join(folder, EXPORT_FILE),
      JSON.stringify({ ...head, site_url: 'https://old.example', ...lists }),
    );
    const { dataDir, databaseUrl } = site;
    const config = readConfig({
      ...{ DATA_DIR: dataDir, SITE_URL: 'https://new.example' },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    const source = await openImport(folder);
    const report = await withImport(config, (parts) => importSource(parts, source));
    await source.close();
    const rows = await site.db.selectFrom('redirects').select('from_path').execute();
    expect(rows.map(({ from_path }) => from_path).toSorted()).toEqual(['/else', '/here']);
    expect(report).toMatchObject({ imported: 1, redirects: 2 });
    const stored = await site.db.selectFrom('site_settings').select('name').execute();
    expect(stored).toEqual([{ name: 'site_name' }]);
  });

  test('each picture of an export is progress, so that many of them do not look like one slow item', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    for (const size of [40, 50, 60])
      await upload(site, token, form([{ bytes: await picture(size, size).jpeg().toBuffer() }]));
    const { dataDir, databaseUrl } = site;
    const folder = join(temporaryFolder(), 'export');
    await exportToFolder({ dataDir, databaseUrl, siteUrl: 'https://old.example' }, folder);
    const config = readConfig({
      ...{ DATA_DIR: dataDir, SITE_URL: 'https://new.example' },
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    const source = await openImport(folder);
    const told: number[] = [];
    const onProgress = ({ phase, items }: ImportProgress) =>
      void (phase === 'importing' && told.push(items));
    await withImport(config, (parts) => importSource(parts, source, { onProgress }));
    await source.close();
    // The beginning, and three pictures.
    expect(told.filter((items) => items === 0)).toHaveLength(1 + 3);
  });

  test('an export becomes the same blog elsewhere, once', async () => {
    const site = await startTestApp(open, { SITE_URL: 'https://old.example' });
    await makeBlog(site, await site.login());
    const { dataDir, databaseUrl } = site;
    const folder = join(temporaryFolder(), 'export');
    await exportToFolder({ dataDir, databaseUrl, siteUrl: 'https://old.example' }, folder);

    const target = await open();
    onTestFinished(target.remove);
    await target.db.destroy();
    const config = readConfig({
      DATA_DIR: target.dataDir,
      SITE_URL: 'https://new.example',
      ...(target.databaseUrl && { DATABASE_URL: target.databaseUrl }),
    });
    async function importHere(into = config, dryRun = false) {
      const source = await openImport(folder);
      try {
        return await withImport(into, (parts) => importSource(parts, source, { dryRun }));
      } finally {
        await source.close();
      }
    }
    const dry = await importHere(config, true);
    const report = await importHere();
    expect(report).toEqual({ ...dry, dry_run: false });
    expect(report.skipped).toEqual([]);
    expect(report).toMatchObject({ kind: 'longhand', items: 7, posts: 4, pages: 3, redirects: 3 });
    expect(report.pictures).toEqual({ imported: 3, missing: [] });
    const there = await readBlog(site);
    expect(await readBlog(target)).toEqual(there);

    expect(report).toMatchObject({ drafts: 2, scheduled: 1 });
    const note = expect.stringMatching(
      /^It was to be sent to subscribers .* Imported posts are not/,
    );
    expect(report.notes).toEqual([{ title: 'Planned', note }]);
    const sent = [{ title: 'Planned', publish_at: '2099-01-01T00:00:00.000Z' }];
    expect([await listSent(site), await listSent(target)]).toEqual([sent, []]);

    const again = await importHere();
    expect(again).toMatchObject({ items: 7, imported: 0, redirects: 0 });
    expect(again.pictures).toEqual({ imported: 0, missing: [] });
    expect(again.skipped).toHaveLength(7);
    expect(await readBlog(target)).toEqual(there);

    const own = readConfig({
      DATA_DIR: dataDir,
      SITE_URL: 'https://old.example',
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    });
    expect(await importHere(own)).toMatchObject({ imported: 0 });
    expect(await readBlog(site)).toEqual(there);
    expect([await listSent(site), await listSent(target)]).toEqual([sent, []]);
  });
});
