import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { blogExport } from '@longhand/contract/exports';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import yauzl from 'yauzl';
import { eachDialect } from '../../../test-support/dialects.ts';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload } from '../../../test-support/uploads.ts';
import { exportToFolder } from './commands.ts';

const CONTENT = '<p>\r\n---\r\nTwo  spaces, ß 漢 👍</p>\n\n<custom>kept</custom>\n';

async function makeBlog(site: TestApp, token: string) {
  const bytes = await picture().png().toBuffer();
  const { url: image } = (await upload(site, token, form([{ bytes }]))).json();
  const post = await site.createPost(token, {
    title: 'Yes: "quoted" #1',
    content: CONTENT,
    featured_image: image,
    tags: ['One', 'Two: three'],
    published: true,
  });
  const change = { method: 'PUT', url: `/api/admin/posts/${post.id}` } as const;
  await site.request({ ...change, payload: { ...input(post), slug: 'renamed' } }, token);
  const draft = await site.createPost(token, { title: 'Unfinished', published: false });
  const page = { title: 'Now', content: '<p>Beans</p>', placement: 'footer' };
  await site.request({ method: 'POST', url: '/api/admin/pages', payload: page }, token);
  const settings = { site_name: 'Beans and Peas' };
  await site.request({ method: 'PUT', url: '/api/admin/settings', payload: settings }, token);
  await site.db
    .insertInto('redirects')
    .values(
      [
        { from_path: '/2009/old', post_id: post.id, page_id: null, to_address: null },
        { from_path: '/a,b', post_id: null, page_id: null, to_address: 'https://example.com/"x"' },
      ].map((row) => ({ ...row, created_at: '2026-01-01T00:00:00.000Z' })),
    )
    .execute();
  return { image, post, draft };
}

function input({ title, content, excerpt, tags, featured_image }: Record<string, unknown>) {
  return { title, content, excerpt, tags, featured_image };
}

eachDialect((open) => {
  test('an export has every document, picture, redirect and setting, and no secret', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { image, post, draft } = await makeBlog(site, token);
    const folder = join(temporaryFolder(), 'export');
    const job = {
      dataDir: site.dataDir,
      databaseUrl: site.databaseUrl,
      siteUrl: 'https://beans.example',
    };
    expect(await exportToFolder(job, folder)).toEqual({ posts: 2, pages: 1, images: 1 });

    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    const everything = JSON.parse(read('longhand.json'));
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(read('longhand.schema.json')),
    );
    expect(validate(everything), JSON.stringify(validate.errors)).toBe(true);
    expect(blogExport.parse(everything)).toEqual(everything);
    const [first, second] = everything.posts;
    expect(first).toMatchObject({
      id: post.id,
      slug: 'renamed',
      former_slugs: [post.slug],
      content: CONTENT,
      created_at: post.created_at,
      published_at: post.published_at,
      published: true,
      featured_image: image,
    });
    expect(second).toMatchObject({ id: draft.id, published: false, published_at: null });
    expect(everything.settings).toEqual({ site_name: 'Beans and Peas' });

    const [, head = '', body] = /^---\n(.*?\n)---\n(.*)$/s.exec(read('posts/renamed.html')) ?? [];
    expect(body).toBe(CONTENT);
    const { content: _, ...fields } = first;
    expect(parse(head)).toEqual(fields);
    expect(readdirSync(join(folder, 'pages'))).toEqual(['now.html']);
    expect(read('redirects.csv')).toBe(
      'from,to\r\n/2009/old,/blog/renamed\r\n"/a,b","https://example.com/""x"""\r\n',
    );
    expect(readFileSync(join(folder, image))).toEqual(readFileSync(join(site.dataDir, image)));
    expect(read('longhand.json')).not.toMatch(/argon2|password|token/i);

    await expect(exportToFolder(job, folder)).rejects.toThrow('is not empty');
    const markdown = join(temporaryFolder(), 'markdown');
    await exportToFolder(job, markdown, { form: 'markdown' });
    expect(readFileSync(join(markdown, 'pages/now.md'), 'utf8')).toMatch(/---\nBeans\n$/);
  });

  test('an export that was stopped leaves nothing, and one that was killed is made anew', async () => {
    const site = await startTestApp(open);
    await makeBlog(site, await site.login());
    const { dataDir, databaseUrl } = site;
    const job = { dataDir, databaseUrl, siteUrl: 'https://beans.example' };
    const [made, empty] = [join(temporaryFolder(), 'new'), temporaryFolder()];
    for (const folder of [made, empty]) {
      const stop = new AbortController();
      const onProgress = () => stop.abort(new Error('stopped'));
      await expect(
        exportToFolder(job, folder, { onProgress, signal: stop.signal }),
      ).rejects.toThrow('stopped');
    }
    expect(existsSync(made)).toBe(false);
    expect(readdirSync(empty)).toEqual([]);
    const shared = join(temporaryFolder(), 'new');
    const onProgress = () => {
      writeFileSync(join(shared, 'of-another-program'), '');
      throw new Error('the real reason');
    };
    await expect(exportToFolder(job, shared, { onProgress })).rejects.toThrow('the real reason');
    expect(readdirSync(shared)).toEqual(['of-another-program']);
    mkdirSync(join(empty, '.unfinished', 'posts'), { recursive: true });
    writeFileSync(join(empty, '.unfinished', 'posts', 'old.html'), 'of the export before');
    expect(await exportToFolder(job, empty)).toMatchObject({ posts: 2, images: 1 });
    expect(readdirSync(empty)).not.toContain('.unfinished');
    expect(readdirSync(join(empty, 'posts')).toSorted()).toEqual([
      'renamed.html',
      'unfinished.html',
    ]);
  });

  test('the dashboard downloads the same as a zip', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const { image } = await makeBlog(site, token);
    const { url } = (
      await site.request({ method: 'POST', url: '/api/admin/export-tickets' }, token)
    ).json();
    const download = await site.get(url);
    expect(download.statusCode, download.body).toBe(200);
    expect(download.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': 'attachment; filename="longhand-export-2026-01-01T12-00-00Z.zip"',
    });
    const file = join(temporaryFolder(), 'export.zip');
    writeFileSync(file, download.rawPayload);
    const zip = await promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open)(file, {
      autoClose: false,
      lazyEntries: false,
    });
    const names: string[] = [];
    const entries: yauzl.Entry[] = [];
    await new Promise((resolve, reject) => {
      zip.on('entry', (entry: yauzl.Entry) => {
        names.push(entry.fileName);
        entries.push(entry);
      });
      zip.on('end', resolve).on('error', reject);
    });
    expect(names.toSorted()).toEqual(
      [
        'README.md',
        'longhand.json',
        'longhand.schema.json',
        'pages/now.html',
        'posts/unfinished.html',
        'posts/renamed.html',
        'redirects.csv',
        'settings.json',
        image.slice(1),
      ].toSorted(),
    );
    const json = entries.find(({ fileName }) => fileName === 'longhand.json') as yauzl.Entry;
    const stream = await new Promise<Readable>((resolve, reject) =>
      zip.openReadStream(json, (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    expect(JSON.parse(await text(stream)).posts).toHaveLength(2);
    zip.close();
  });
});
