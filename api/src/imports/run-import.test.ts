import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect, onSqlite, type TestDatabase } from '../../../test-support/dialects.ts';
import { createSource, foundDocument } from '../../../test-support/import-source.ts';
import { systemClock } from '../clock.ts';
import { runWithOrigin } from '../events/origin.ts';
import { openFileStore } from '../files/open-store.ts';
import { ProblemError } from '../http/problem.ts';
import { createAddUpload } from '../images/add-upload.ts';
import { createHasUpload, createImageStore } from '../images/image-store.ts';
import { processImage } from '../images/prepare-image.ts';
import { createUploadsService } from '../images/uploads.service.ts';
import { createPagesService } from '../pages/pages.service.ts';
import { createPostsService } from '../posts/posts.service.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';
import { createRedirectsService } from '../redirects/redirects.service.ts';
import { renderInThisThread } from '../rendering/render.ts';
import { CannotImport } from './clamp-to-limits.ts';
import { createDryRunWriter } from './dry-run-writer.ts';
import { createImportWriter } from './import-writer.ts';
import { openPictureFolder } from './pictures/picture-folder.ts';
import { type ImportRun, runImport } from './run-import.ts';
import type { FoundItem, ImportSource } from './source.ts';

/** As the child process of the server. */
const prepareUpload = (input: string, output: string) =>
  processImage(input, output).catch((error) => {
    throw new ProblemError(error.code, error.message);
  });

const SITE = { site_name: 'Here', site_description: '', language: 'en-US', words: {} };

async function openBlog(open: () => Promise<TestDatabase>) {
  const { db, dataDir, remove } = await open();
  onTestFinished(async () => {
    await db.destroy();
    await remove();
  });
  const clock = systemClock;
  const siteUrl = 'https://new.example';
  const posts = createPostsService(db, clock, renderInThisThread);
  const pages = createPagesService({
    ...{ db, clock, renderer: renderInThisThread, readSite: async () => SITE },
  });
  const redirects = createRedirectsService({ db, clock, siteUrl });

  const hasPicture = createHasUpload(openFileStore({ dataDir }));

  function addPictures() {
    const images = createImageStore(openFileStore({ dataDir }));
    const references = createUploadReferences(db);
    const uploads = createUploadsService({ db, images, references, clock });
    return createAddUpload({ images, uploads, worker: { prepareUpload } });
  }

  const storedSettings: string[] = [];

  function run(source: ImportSource, options: Partial<ImportRun> = {}) {
    const { origin } = source;
    const addPicture = addPictures();
    const writer = createImportWriter({
      ...{ db, origin, clock, posts, pages, redirects, addPicture, hasPicture },
      async importSettings(settings) {
        const names = Object.keys(settings);
        storedSettings.push(...names);
        return names;
      },
    });
    return runImport(source, {
      ...{ db, clock, siteUrl, posts, pages, writer, dryRun: false, ...options },
    });
  }

  return {
    ...{ db, dataDir, posts, pages, redirects, run, storedSettings },
    runDry: (source: ImportSource) =>
      runImport(source, {
        ...{ db, clock, siteUrl, posts, pages, dryRun: true },
        writer: createDryRunWriter({
          ...{ db, siteUrl, posts, hasPicture },
          origin: source.origin,
        }),
      }),
    listPosts: () =>
      db.selectFrom('posts').selectAll().orderBy('published_at').orderBy('slug').execute(),
    listPages: () => db.selectFrom('pages').selectAll().orderBy('slug').execute(),
    listRedirects: () => db.selectFrom('redirects').selectAll().orderBy('from_path').execute(),
  };
}

const picture = (width = 4) =>
  sharp({ create: { width, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

function numbered(count: number, fields: object = {}): FoundItem[] {
  return Array.from({ length: count }, (_, n) =>
    foundDocument({ sourceId: String(n + 1), ...fields }),
  );
}

onSqlite((open) => {
  test('settings of an export are imported by the owner, and by no API token', async () => {
    const blog = await openBlog(open);
    const own = { settings: { site_name: 'Old' }, pictures: [] };
    const source = { ...createSource([]), own };
    const report = await runWithOrigin({ actor: 'token', address: null }, () => blog.run(source));
    expect(report.notes).toMatchObject([{ title: 'Settings' }]);
    expect(blog.storedSettings).toEqual([]);
    expect((await blog.run(source)).notes).toEqual([]);
    expect(blog.storedSettings).toEqual(['site_name']);
  });
});

eachDialect((open) => {
  test('a text that cannot be read leaves its item out, and those after it are imported', async () => {
    const blog = await openBlog(open);
    const unreadable = {
      ...foundDocument({ sourceId: '1' }),
      get notes(): string[] {
        throw new CannotImport('Its text is nested too deeply.');
      },
    };
    const { skipped } = await blog.run(
      createSource([unreadable, foundDocument({ sourceId: '2' })]),
    );
    expect(skipped).toEqual([{ title: 'Title 1', reason: 'Its text is nested too deeply.' }]);
    expect(await blog.listPosts()).toMatchObject([{ title: 'Title 2' }]);
  });

  test('a dry run counts the redirects that an import makes, the first time and the second', async () => {
    const blog = await openBlog(open);
    const id = '00000001-1111-7111-8111-111111111111';
    const own = {
      ...{ id, updatedAt: '2020-01-01T00:00:00.000Z', formerSlugs: ['before'], slugChosen: true },
      ...{ fields: { translation_of: null }, translationGroup: null },
    };
    const items = [
      foundDocument({ sourceId: '1', addresses: ['/one', '/blog/slug-2', '/blog/slug-1'] }),
      foundDocument({ sourceId: '2', addresses: ['/one/', '/two', '/blog/slug-1'], own }),
      foundDocument({
        sourceId: '3',
        kind: 'page',
        slug: 'imprint',
        addresses: ['/two', '/about'],
      }),
    ];
    const redirects = [
      ...['/blog/before', '/imprint', '/three', '/two'].map((from) => ({ from, post: id })),
      ...[
        { from: '/gone', post: id.replace('1', '2') },
        { from: '/a', to: '/b' },
      ],
      ...[
        { from: '/b', to: '/a/' },
        { from: '/c', to: 'javascript:x' },
        { from: '/d', to: '/two' },
      ],
    ];
    const source = () => createSource(items, { redirects });
    const dry = await blog.runDry(source());
    const report = await blog.run(source());
    expect(report).toMatchObject({ imported: 3, redirects: 6 });
    expect(dry).toEqual({ ...report, dry_run: true });
    expect(await blog.listRedirects()).toHaveLength(6);
    expect(await blog.runDry(source())).toMatchObject({ imported: 0, redirects: 0 });
    expect(await blog.run(source())).toMatchObject({ imported: 0, redirects: 0 });
  });

  test('a redirect that was removed here stays removed, and one that was not made is made', async () => {
    const blog = await openBlog(open);
    const tag = { from: '/tag/tech/', to: '/topics/tech' };
    expect(await blog.run(createSource([], { redirects: [tag] }))).toMatchObject({ redirects: 1 });
    await blog.redirects.remove('/tag/tech');
    const source = () =>
      createSource([], { redirects: [tag, { from: '/tag/x', to: '/topics/x' }] });
    expect(await blog.runDry(source())).toMatchObject({ redirects: 1 });
    expect(await blog.run(source())).toMatchObject({ redirects: 1 });
    expect(await blog.listRedirects()).toMatchObject([{ from_path: '/tag/x' }]);
  });

  test('posts, drafts, scheduled posts and pages are imported with their dates and addresses', async () => {
    const blog = await openBlog(open);
    const ahead = new Date(Date.now() + 3_600_000);
    const items = [
      foundDocument({ sourceId: '1', tags: ['Tech', 'tech', 'Life'], language: 'de_DE' }),
      foundDocument({ sourceId: '2', status: 'draft', publishedAt: null }),
      foundDocument({ sourceId: '3', publishedAt: ahead }),
      foundDocument({ sourceId: '4', kind: 'page', slug: 'imprint', addresses: ['/old-imprint/'] }),
      { kind: 'skipped', title: 'menu', reason: 'A menu item is no post.' } as const,
    ];
    const source = () =>
      createSource(items, { redirects: [{ from: '/tag/tech/', to: '/topics/tech' }], comments: 7 });
    const report = await blog.run(source());
    expect(report).toMatchObject({
      ...{ items: 5, imported: 4, posts: 3, pages: 1, drafts: 2, scheduled: 1, redirects: 8 },
      comments: 7,
      skipped: [{ title: 'menu', reason: 'A menu item is no post.' }],
      pictures: { imported: 0, missing: [] },
    });
    const [draft, scheduled, published] = await blog.listPosts();
    expect([draft, scheduled, published].map((post) => post?.slug).toSorted()).toEqual([
      'slug-1',
      'slug-2',
      'slug-3',
    ]);
    const posts = new Map((await blog.listPosts()).map((post) => [post.slug, post]));
    expect(posts.get('slug-1')).toMatchObject({
      ...{ title: 'Title 1', tags: '["Tech","Life"]', published: 1, language: 'de-DE' },
      ...{ published_at: '2010-05-06T07:08:09.000Z', created_at: '2010-05-06T07:08:09.000Z' },
      updated_at: '2010-05-06T07:08:09.000Z',
    });
    expect(posts.get('slug-2')).toMatchObject({
      published: 0,
      published_at: null,
      publish_at: null,
    });
    expect(posts.get('slug-3')).toMatchObject({ published: 0, publish_at: ahead.toISOString() });
    expect(await blog.listPages()).toMatchObject([{ slug: 'imprint', title: 'Title 4' }]);
    expect(await blog.redirects.findPublic('/2010/05/slug-1')).toBe('/blog/slug-1');
    expect(await blog.redirects.findPublic('/?p=1')).toBe('/blog/slug-1');
    expect(await blog.redirects.findPublic('/old-imprint')).toBe('/imprint');
    expect(await blog.redirects.findPublic('/tag/tech/')).toBe('/topics/tech');

    const again = await blog.run(source());
    expect(again).toMatchObject({ items: 5, imported: 0, redirects: 0 });
    expect(again.skipped).toHaveLength(5);
    expect(await blog.listPosts()).toHaveLength(3);
  });

  test('an import that was interrupted is completed by the next one, with the same result', async () => {
    const items = [
      ...numbered(6, { slug: 'same', addresses: [] }),
      foundDocument({ sourceId: '9', content: '<a href="https://www.old.example/2010/05/x/">' }),
      foundDocument({ sourceId: '10', slug: 'x' }),
    ];
    const whole = await openBlog(open);
    await whole.run(createSource(items));
    const facts = async ({ listPosts, listRedirects }: typeof whole) => {
      const posts = await listPosts();
      const slugs = new Map(posts.map(({ id, slug }) => [id, slug]));
      return {
        posts: posts.map(({ slug, title, content }) => ({ slug, title, content })),
        redirects: (await listRedirects()).map(({ from_path, post_id }) => [
          from_path,
          slugs.get(post_id ?? ''),
        ]),
      };
    };
    const interrupted = await openBlog(open);
    for (const killedAt of [1, 4, 7]) {
      let reads = 0;
      const source = createSource(items, {
        beforeItem(index) {
          if (index === 0) reads += 1;
          if (reads === 2 && index === killedAt) throw new Error('killed');
        },
      });
      await expect(interrupted.run(source)).rejects.toThrow('killed');
    }
    const report = await interrupted.run(createSource(items));
    expect(report.items).toBe(8);
    expect(report.imported).toBe(1);
    expect(await facts(interrupted)).toEqual(await facts(whole));
    expect((await facts(whole)).posts.find(({ title }) => title === 'Title 9')?.content).toBe(
      '<a href="/blog/x">',
    );
  });
});

onSqlite((open) => {
  test('what was edited or deleted here stays so at the next run, which adds only what is new', async () => {
    const { db, posts, run, listPosts, redirects } = await openBlog(open);
    await run(createSource(numbered(3)));
    const [first, second] = await listPosts();
    await posts.update(first?.id ?? '', {
      ...{ title: 'Edited', content: 'edited', excerpt: 'edited', slug: 'elsewhere' },
      published: true,
    });
    await posts.delete(second?.id ?? '');
    const link = '<a href="/2010/05/slug-1/#part">1</a> <a href="/2010/05/slug-2/">2</a>';
    const next = foundDocument({ sourceId: '4', content: link });
    const report = await run(createSource([...numbered(3), next]));
    expect(report).toMatchObject({ items: 4, imported: 1 });
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      'It was already imported.',
      'It was imported before and then deleted here, so it stays deleted.',
      'It was already imported.',
    ]);
    const now = await listPosts();
    expect(now.map(({ title }) => title).toSorted()).toEqual(['Edited', 'Title 3', 'Title 4']);
    expect(now.find(({ title }) => title === 'Title 4')?.content).toBe(
      '<a href="/blog/elsewhere#part">1</a> <a href="/2010/05/slug-2/">2</a>',
    );
    expect(await redirects.findPublic('/?p=1')).toBe('/blog/elsewhere');
    expect(await redirects.findPublic('/?p=2')).toBeNull();
    expect(await db.selectFrom('imported_items').selectAll().execute()).toHaveLength(4);
  });

  test('slugs are kept, made to fit, and unique here and in the archive', async () => {
    const { posts, run, listPosts } = await openBlog(open);
    await posts.create({ title: 'Taken', content: 'x', excerpt: 'x', published: true });
    const slugs = ['taken', '%C3%BCber-uns', 'about', null, 'UPPER_case', null];
    const items = slugs.map((slug, n) =>
      foundDocument({ sourceId: `${n}`, slug, ...(n === 5 && { title: '???' }), addresses: [] }),
    );
    await run(createSource(items));
    expect((await listPosts()).map(({ slug }) => slug).toSorted()).toEqual([
      'about-2',
      'post-5',
      'taken',
      'taken-2',
      'title-3',
      'uber-uns',
      'upper-case',
    ]);
  });

  test('two items with one guid are two, and one that is there twice is named', async () => {
    const { run } = await openBlog(open);
    const guid = 'https://old.example/?p=1';
    const items = ['1', '2', '2'].map((sourceId) => foundDocument({ sourceId, guid }));
    const report = await run(createSource(items));
    expect(report).toMatchObject({ items: 3, imported: 2 });
    expect(report.skipped[0]?.reason).toContain('in the file twice');
  });

  test('the address of two items leads to the first, and those of the site itself lead nowhere else', async () => {
    const { run, redirects, listRedirects } = await openBlog(open);
    const addresses = ['/shared/', '/blog', '/about/', '/', '/admin/x', '/feed.xml'];
    const report = await run(createSource(numbered(2, { addresses })));
    expect(report.redirects).toBe(1);
    expect(await redirects.findPublic('/shared')).toBe('/blog/slug-1');
    expect(await listRedirects()).toHaveLength(1);
  });

  test('About takes the place of the default text; an edited one stays, and pages have a limit', async () => {
    const { pages, run } = await openBlog(open);
    const about = (sourceId: string) =>
      foundDocument({ sourceId, kind: 'page', slug: 'about', content: 'mine', addresses: [] });
    const { notes } = await run(createSource([about('1'), about('2')]));
    expect(notes.map(({ title, note }) => `${title}: ${note}`)).toEqual([
      'Title 1: It takes the place of the default text of this page, with its title.',
    ]);
    const list = await pages.list();
    expect(list.filter(({ content }) => content === 'mine').map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['about', 'about-2']),
    );
    const many = numbered(120, { kind: 'page' });
    const report = await run(createSource(many.slice(2)));
    expect(report).toMatchObject({ items: 118, imported: 97, pages: 97 });
    expect(report.skipped[0]?.reason).toContain('at most 100 pages');
    expect(await pages.list()).toHaveLength(100);
  });

  test('a page that is not public becomes a draft, and its address leads to it once it is published', async () => {
    const { run, posts, listPosts, redirects } = await openBlog(open);
    const page = { kind: 'page', addresses: ['/secret/'] } as const;
    const report = await run(
      createSource([
        foundDocument({ sourceId: '1', ...page, status: 'draft' }),
        foundDocument({ sourceId: '2', ...page, publishedAt: new Date(Date.now() + 60_000) }),
      ]),
    );
    expect(report).toMatchObject({ posts: 2, drafts: 2, pages: 0 });
    expect(report.notes[0]?.note).toContain('Pages have no drafts');
    const [draft] = (await listPosts()).filter(({ slug }) => slug === 'slug-1');
    expect(await redirects.findPublic('/secret')).toBeNull();
    const { title, content, excerpt } = draft ?? { title: '', content: '', excerpt: '' };
    await posts.update(draft?.id ?? '', { title, content, excerpt, published: true });
    expect(await redirects.findPublic('/secret')).toBe('/blog/slug-1');
  });

  test('links between items lead to their new addresses, and nothing else in a text changes', async () => {
    const { run, listPosts } = await openBlog(open);
    const content = [
      "<!-- wp:x {\"a\":1} -->\r\n<p CLASS=a>&nbsp;<A title='a' HREF='https://old.example/2010/05/slug-2/?x=1#part'>x</a>",
      '<a href=/2010/05/slug-2>x</a> <a href="../../05/slug-2/">x</a> <a href="//www.old.example/?p=2">x</a>',
      '<a href="https://old.example/">x</a> <a href="https://elsewhere.example/2010/05/slug-2/">x</a>',
      '<a href="mailto:a@old.example">x</a> <a href="#top">x</a> <a href="/imprint/">x</a><b><p></b>',
    ].join('\n');
    await run(
      createSource([
        foundDocument({ sourceId: '1', content }),
        foundDocument({ sourceId: '2', slug: 'slug-2' }),
        foundDocument({ sourceId: '3', kind: 'page', slug: 'imprint', addresses: ['/imprint/'] }),
      ]),
    );
    const [post] = (await listPosts()).filter(({ slug }) => slug === 'slug-1');
    expect(post?.content).toBe(
      [
        "<!-- wp:x {\"a\":1} -->\r\n<p CLASS=a>&nbsp;<A title='a' HREF='/blog/slug-2#part'>x</a>",
        '<a href="/blog/slug-2">x</a> <a href="/blog/slug-2">x</a> <a href="/blog/slug-2">x</a>',
        '<a href="https://old.example/">x</a> <a href="https://elsewhere.example/2010/05/slug-2/">x</a>',
        '<a href="mailto:a@old.example">x</a> <a href="#top">x</a> <a href="/imprint">x</a><b><p></b>',
      ].join('\n'),
    );
  });

  test('links by the name of a file lead to its post, but that name is no old address', async () => {
    const { run, listPosts, listRedirects } = await openBlog(open);
    const content = '<a href="/notes/Other%20note.md#part">x</a>';
    await run(
      createSource([
        foundDocument({ sourceId: '1', content }),
        foundDocument({ sourceId: '2', links: ['/notes/Other%20note.md'] }),
      ]),
    );
    const [post] = (await listPosts()).filter(({ slug }) => slug === 'slug-1');
    expect(post?.content).toBe('<a href="/blog/slug-2#part">x</a>');
    const paths = (await listRedirects()).map(({ from_path }) => from_path);
    expect(paths.filter((path) => path.includes('note'))).toEqual([]);
  });

  test('pictures come from the archive and from a folder, each once; missing ones stay linked', async () => {
    const { dataDir, run, listPosts } = await openBlog(open);
    const folder = join(dataDir, 'old-site');
    mkdirSync(join(folder, '2009', '09'), { recursive: true });
    writeFileSync(join(folder, '2009', '09', 'photo.png'), await picture(8));
    writeFileSync(join(folder, 'small-300x200.png'), await picture(6));
    writeFileSync(join(folder, 'text.png'), 'no picture');
    const uploads = 'https://old.example/wp-content/uploads';
    const content = [
      '<img src="/in-archive.png" srcset="/in-archive.png 2x" sizes="50vw" alt="">',
      `<a href="${uploads}/2009/09/photo.png"><img src='${uploads}/2009/09/photo-300x200.png'></a>`,
      `<video poster="${uploads}/small.png"></video>`,
      `<img src="${uploads}/gone.png"><img src="${uploads}/text.png"><img src="data:image/gif;base64,AA">`,
    ].join('\n');
    const source = createSource(
      [
        foundDocument({
          ...{ sourceId: '1', content },
          featuredImage: { address: '/in-archive.png', alt: 'Alt' },
        }),
        foundDocument({
          ...{ sourceId: '2', content: '' },
          featuredImage: { address: '/gone.png', alt: 'Alt' },
        }),
      ],
      { pictures: { '/in-archive.png': await picture() } },
    );
    const report = await run(source, { folder: await openPictureFolder(folder) });
    expect(report.pictures).toEqual({
      imported: 4,
      missing: ['https://old.example/gone.png', `${uploads}/gone.png`, `${uploads}/text.png`],
    });
    expect(report.notes).toEqual([
      { title: 'Title 1', note: expect.stringContaining('text.png was not imported') },
    ]);
    const names = readdirSync(join(dataDir, 'uploads')).toSorted();
    expect(names).toHaveLength(3);
    const posts = new Map((await listPosts()).map((post) => [post.slug, post]));
    const at = (width: number) => `/uploads/${names.find((name) => name.includes(`-${width}x2`))}`;
    expect(posts.get('slug-1')?.content).toBe(
      [
        `<img src="${at(4)}" alt="">`,
        `<a href="${at(8)}"><img src='${at(8)}'></a>`,
        `<video poster="${at(6)}"></video>`,
        `<img src="${uploads}/gone.png"><img src="${uploads}/text.png"><img src="data:image/gif;base64,AA">`,
      ].join('\n'),
    );
    expect(posts.get('slug-1')).toMatchObject({ featured_image: at(4), featured_image_alt: 'Alt' });
    expect(posts.get('slug-2')?.featured_image).toBe('https://old.example/gone.png');
  });

  test('what is missing is made from the text, and what is too long is cut or named', async () => {
    const { run, listPosts } = await openBlog(open);
    const long = 'word '.repeat(200);
    const tags = Array.from({ length: 60 }, (_, n) => `Tag ${n}`);
    const report = await run(
      createSource([
        foundDocument({ sourceId: '1', title: '', excerpt: '', content: `<p>${long}</p>` }),
        foundDocument({ sourceId: '2', title: '', excerpt: '', content: '' }),
        foundDocument({ sourceId: '3', title: 'x'.repeat(400), tags, content: 'a\0b\ud800' }),
        foundDocument({ sourceId: '4', content: 'x'.repeat(1_000_001) }),
        foundDocument({ sourceId: '5', content: '<b>'.repeat(300) }),
        foundDocument({ sourceId: '6', publishedAt: new Date('0001-01-01'), createdAt: null }),
      ]),
    );
    expect(report).toMatchObject({ items: 6, imported: 4 });
    expect(report.skipped.map(({ reason }) => reason)).toEqual([
      'Its text has more than 1,000,000 characters.',
      expect.stringContaining('nests its tags too deeply'),
    ]);
    const posts = new Map((await listPosts()).map((post) => [post.slug, post]));
    expect(posts.get('slug-1')?.title).toMatch(/^(word ){10,}…$/);
    expect(posts.get('slug-1')?.excerpt).toMatch(/^(word ){30,}…$/);
    expect(posts.get('slug-2')).toMatchObject({ title: 'Untitled', excerpt: '', content: '' });
    expect(posts.get('slug-3')).toMatchObject({ title: 'x'.repeat(300), content: 'ab\ufffd' });
    expect(JSON.parse(posts.get('slug-3')?.tags ?? '')).toHaveLength(50);
    expect(posts.get('slug-6')?.published).toBe(1);
    const notes = report.notes.map(({ note }) => note).join('\n');
    for (const part of ['no title', 'title was cut', 'first 50 topics', 'date that cannot be used'])
      expect(notes).toContain(part);
  });

  test('a dry run reports the same, and changes nothing', async () => {
    const blog = await openBlog(open);
    const items = [
      foundDocument({
        ...{ sourceId: '1', content: '<img src="/a.png"><img src="/b.png">' },
        addresses: ['/one/', '/shared/', '/blog/slug-1/', '/about'],
      }),
      foundDocument({ sourceId: '2', addresses: ['/shared/'] }),
      foundDocument({ sourceId: '3', kind: 'page' }),
      foundDocument({ sourceId: '4', content: '<b>'.repeat(300) }),
    ];
    const source = () => createSource(items, { pictures: { '/a.png': pictures } });
    const pictures = await picture();
    const dry = await blog.runDry(source());
    expect(await blog.listPosts()).toEqual([]);
    expect(await blog.listRedirects()).toEqual([]);
    expect(existsSync(join(blog.dataDir, 'uploads'))).toBe(false);
    const real = await blog.run(source());
    expect({ ...dry, dry_run: false }).toEqual(real);
    expect(real).toMatchObject({ items: 4, imported: 3, redirects: 4 });
  });
});
