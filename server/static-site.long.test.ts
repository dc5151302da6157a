import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { expect, onTestFinished, test } from 'vitest';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';
import { crawl, elements } from '../test-support/crawl.ts';
import {
  administrator,
  freePort,
  run,
  startServer,
  temporaryFolder,
} from '../test-support/server-process.ts';
import { picture } from '../test-support/uploads.ts';

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  xml: 'application/xml',
  svg: 'image/svg+xml',
};

/** The file that a host of static files sends; undefined for its 404.html. */
function fileAt(folder: string, path: string): string | undefined {
  const file = join(folder, decodeURIComponent(path.replace(/[?#].*/s, '')));
  if (!existsSync(file)) return undefined;
  if (!statSync(file).isDirectory()) return file;
  return existsSync(join(file, 'index.html')) ? join(file, 'index.html') : undefined;
}

const typeOf = (file: string) => TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';

function serve(folder: string, port: number): void {
  const server = createServer(({ url = '/' }, response) => {
    const file = fileAt(folder, url);
    const sent = file ?? join(folder, '404.html');
    response.writeHead(file ? 200 : 404, { 'content-type': typeOf(sent) });
    createReadStream(sent).pipe(response);
  }).listen(port, '127.0.0.1');
  onTestFinished(() => void server.close());
}

function textOf(html: string): string {
  const main = elements(html, 'main')[0];
  const texts: string[] = [];
  const walk = (node: (typeof main & object) | undefined) => {
    if (node?.value) texts.push(node.value);
    for (const child of node?.childNodes ?? []) if (child.nodeName !== 'script') walk(child);
  };
  walk(main);
  return texts.join(' ').replace(/\s+/g, ' ');
}

const PASSWORD = 'a-long-enough-password';
const COUNT = 26;

/** By a query, to another spelling, to what nobody may see, by way of another, and from what is deleted. */
const OLD_ADDRESSES = [
  ['/?p=7', '/blog/number-7'],
  ['/tag/seldom', '/topics/SELDOM'],
  ['/tag/secret', '/topics/Secret'],
  ['/tag/none', '/topics/none'],
  ['/old-draft', '/blog/unfinished'],
  ['/first', '/second'],
  ['/second', '/blog/number-1'],
  ['/blog/deleted', '/blog/number-2'],
] as const;

/** More than a page of the list. */
async function writePosts(url: string): Promise<void> {
  const { call } = await administrator(url, PASSWORD);
  const image = new FormData();
  image.set('file', new Blob([new Uint8Array(await picture(40, 20).png().toBuffer())]), 'a.png');
  const { body } = await call('POST', '/upload-image', image);
  for (let n = 1; n <= COUNT; n += 1) {
    const content = `<p>Text ${n}, word${n}.</p><p><a href="/blog/number-1">One</a> <img src="${body.url}" alt=""></p>`;
    const tags = n % 10 ? ['Often & more'] : ['Seldom'];
    const post = { title: `Number ${n}`, excerpt: 'Short', content, tags, published: true };
    expect((await call('POST', '/posts', post)).status).toBe(201);
  }
  const draft = {
    title: 'Unfinished',
    excerpt: 'x',
    content: 'x',
    tags: ['Secret'],
    published: false,
  };
  expect((await call('POST', '/posts', draft)).status).toBe(201);
  const deleted = await call('POST', '/posts', { ...draft, title: 'Deleted', published: true });
  expect((await call('DELETE', `/posts/${deleted.body.id}`)).status).toBe(204);
  for (const [from, to] of OLD_ADDRESSES)
    expect((await call('POST', '/redirects', { from, to })).status, from).toBe(201);
}

async function makeCopy() {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const settings = { DATA_DIR: temporaryFolder(), SITE_URL: site, ADMIN_PASSWORD: PASSWORD };
  const live = await startServer(settings);
  await writePosts(live.url);
  const folder = join(temporaryFolder(), 'static');
  const { exited, output } = run('cli/export.ts', settings, undefined, ['--static', folder]);
  expect(await exited, output.stderr).toBe(0);
  expect(output.stderr).toContain('for any static host');
  expect(output.stderr).not.toContain('does not have');
  return { live, site, port, folder };
}

test('a static site has every page with its text, no broken link, and works by script', async () => {
  const { live, site, port, folder } = await makeCopy();
  const get = async (path: string) => {
    const file = fileAt(folder, path);
    const headers = { 'content-type': typeOf(file ?? '404.html') };
    return new Response(readFileSync(file ?? join(folder, '404.html')), {
      status: file ? 200 : 404,
      headers,
    });
  };
  const starts = ['/', '/sitemap.xml', '/feed.xml', '/manifest.webmanifest', '/robots.txt'];
  const copied = await crawl(site, starts, get);
  expect([...copied].filter(([, { status }]) => status !== 200)).toEqual([]);
  const pages = [...copied].filter(
    ([path, { type }]) => type.includes('html') && !path.includes('?'),
  );
  expect(pages.length).toBeGreaterThan(15);
  for (const [path, { body }] of pages) {
    expect(textOf(body), path).toBe(textOf(await (await fetch(live.url + path)).text()));
    expect(body).not.toMatch(/href="\/(login|admin)/);
  }
  expect(readFileSync(join(folder, '404.html'), 'utf8')).toContain('Page Not Found');

  const rules = readFileSync(join(folder, '_redirects'), 'utf8').split('\n').filter(Boolean);
  expect(rules.toSorted()).toEqual([
    '/ p=7 /blog/number-7 301',
    '/blog/deleted /blog/number-2 301',
    '/first /blog/number-1 301',
    '/second /blog/number-1 301',
    '/tag/seldom /topics/Seldom 301',
  ]);
  expect(readFileSync(join(folder, 'tag/seldom/index.html'), 'utf8')).toContain(
    'url=/topics/Seldom"',
  );
  expect(existsSync(join(folder, 'tag/secret'))).toBe(false);

  serve(folder, port);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const cards = page.locator('main article');
  const titles = () => cards.getByRole('heading').allInnerTexts();
  const until = { timeout: 120_000 };

  await page.goto(`${site}/blog?tag=Seldom`);
  await expect.poll(titles, until).toEqual(['Number 20', 'Number 10']);

  await page.goto(`${site}/?p=7`);
  await page.getByRole('heading', { level: 1, name: 'Number 7' }).waitFor(until);
  expect(page.url()).toBe(`${site}/blog/number-7`);

  await page.goto(`${site}/blog`);
  await page.getByRole('searchbox').fill('word7.');
  await expect.poll(titles, until).toEqual(['Number 7']);
  await cards.getByRole('heading').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Number 7' }).waitFor(until);
  expect(page.url()).toBe(`${site}/blog/number-7`);
  await page.getByRole('main').getByRole('link', { name: 'One' }).click();
  await page.getByRole('heading', { level: 1, name: 'Number 1' }).waitFor(until);
  expect(errors).toEqual([]);
});

test('a static site has no form that nobody would answer', async () => {
  const settings = {
    ...{ DATA_DIR: temporaryFolder(), ADMIN_PASSWORD: PASSWORD },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'post@blog.example' },
  };
  const live = await startServer(settings);
  expect(await (await fetch(live.url)).text()).toContain('action="/newsletter"');
  const folder = join(temporaryFolder(), 'static');
  const { exited, output } = run('cli/export.ts', settings, undefined, ['--static', folder]);
  expect(await exited, output.stderr).toBe(0);
  expect(output.stderr).not.toContain('does not have');
  const home = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(home).toContain('No posts available yet.');
  expect(home).not.toContain('Join the Newsletter');
});
