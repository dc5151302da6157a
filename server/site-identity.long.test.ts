import { readFileSync } from 'node:fs';
import { DE } from '@longhand/contract/words/de';
import { parse } from 'parse5';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';

const PASSWORD = 'a test password';
const POST = '/blog/the-machine-that-added-up-the-sea';

type Settings = Record<string, unknown>;

async function startOwnSite(settings: Record<string, string> = {}) {
  const server = await startServer({
    DATA_DIR: temporaryFolder(),
    ADMIN_PASSWORD: PASSWORD,
    DEMO_CONTENT: 'true',
    ...settings,
  });
  const { call } = await administrator(server.url, PASSWORD);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { redirect: 'manual', headers });
  const read = async (path: string) => (await get(path)).text();
  return {
    ...server,
    ...{ call, get, read },
    async change(settings: Settings): Promise<void> {
      const { status, body } = await call('PUT', '/settings', settings);
      expect(status, JSON.stringify(body)).toBe(200);
    },
  };
}

/** Every kind of response that names the site. */
const NAMING = [
  ...['/', '/blog', '/blog?tag=Science', '/topics/Science', '/about', '/contact', POST],
  ...['/feed.xml', '/atom.xml', '/feed.json', '/feed.xml?tag=Science', '/manifest.webmanifest'],
];

test('changed settings are in every response on the next request, with another ETag', async () => {
  const { get, read, change } = await startOwnSite();
  const before = new Map<string, string>();
  for (const path of NAMING) before.set(path, (await get(path)).headers.get('etag') ?? '');
  await change({
    site_name: 'The Garden',
    blog_subtitle: 'Of beans and beetles.',
    contact_email: 'me@garden.example',
    language: 'de',
    time_zone: 'Europe/Berlin',
    accent: '#0b5d3b',
    newsletter_shown: false,
    links: [{ label: 'Mastodon', url: 'https://social.example/@me' }],
  });
  for (const path of NAMING) {
    const response = await get(path, { 'if-none-match': before.get(path) ?? '' });
    expect(response.status, path).toBe(200);
    expect(response.headers.get('etag'), path).toMatch(/^"/);
    const text = await response.text();
    expect(text, path).toContain('The Garden');
    expect(text, path).not.toMatch(/Longhand|instagram\.com/);
    const etag = response.headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status, path).toBe(304);
  }
  expect(await read('/')).not.toContain(DE['newsletter.heading']);
  expect(await read('/blog')).toContain('Of beans and beetles.');
  expect(await read('/blog')).toMatch(/<html lang="de"/);
  // Kerning between letters with and without accents needs both in one file.
  expect(await read('/blog')).not.toMatch(/newsreader-text-(basic|more)-/);
  expect(await read('/blog')).toMatch(/<time [^>]*>\d+\. (September|Oktober|November) 2026</);
  expect(await read('/contact')).toContain('href="mailto:me@garden.example"');
  expect(await read('/.well-known/security.txt')).toContain('mailto:me@garden.example');
  const page = await get('/about');
  expect(await page.text()).toContain('<style>:root:root{--accent:#0b5d3b;');
  const policy = page.headers.get('content-security-policy') ?? '';
  // The accent's, the fonts' and that of the rules that the page uses.
  expect(/style-src [^;]*/.exec(policy)?.[0].match(/'sha256-/g)).toHaveLength(3);

  await change({ site_name: null, newsletter_shown: null, accent: null });
  expect(await read('/')).toContain(DE['newsletter.heading']);
  expect(await read('/about')).not.toContain(':root:root');
});

type Element = {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Element[];
  value?: string;
};

function elementsIn(html: string): Element[] {
  const all: Element[] = [];
  const walk = (node: Element) => {
    all.push(node);
    node.childNodes?.forEach(walk);
  };
  walk(parse(html) as unknown as Element);
  return all;
}

const HOSTILE = [
  '</script><img src=x onerror=alert(1)>',
  "\"><svg onload=alert(1)> 'quotes' &quot;",
  ']]><!-- --> <?xml?> &e; {{x}}',
  'עברית العربية 😀',
];

function expectHarmless(path: string, html: string, name: string): void {
  const elements = elementsIn(html);
  const attributes = elements.flatMap(({ attrs = [] }) => attrs);
  expect(attributes.filter((each) => each.name.startsWith('on'))).toEqual([]);
  expect(elements.filter(({ nodeName }) => nodeName === 'svg')).toHaveLength(1);
  const withValue = (value: RegExp) =>
    elements.find(({ attrs }) => attrs?.some((each) => value.test(each.value)))?.childNodes?.[0];
  expect(withValue(/brand/)?.value, path).toBe(name);
  if (path === '/') expect(JSON.parse(withValue(/ld\+json/)?.value ?? '').name).toBe(name);
}

test('a site with a hostile name is harmless in every page', async () => {
  const { read, change } = await startOwnSite({ DEMO_CONTENT: 'false' });
  for (const name of HOSTILE) {
    const texts = { site_name: name, site_description: name, blog_subtitle: name };
    const link = { label: name.slice(0, 40), url: 'https://a.example/?"<b>' };
    await change({ ...texts, links: [link] });
    for (const path of ['/', '/blog', '/about', '/contact', '/nothing', '/login'])
      expectHarmless(path, await read(path), name);
  }
});

test('the icon and the logo of the owner are everywhere', async () => {
  const { url, get, read, change, call } = await startOwnSite({ DEMO_CONTENT: 'false' });
  const ours = readFileSync(new URL('../web/public/icon-512.png', import.meta.url));
  const bytes = async (path: string) => Buffer.from(await (await get(path)).arrayBuffer());
  expect((await bytes('/icon-512.png')).equals(ours)).toBe(true);

  const form = new FormData();
  const green = {
    create: { width: 600, height: 300, channels: 3, background: '#0b5d3b' },
  } as const;
  form.append('file', new Blob([await sharp(green).png().toBuffer()]), 'green.png');
  const upload = (await call('POST', '/upload-image', form)).body.url ?? '';
  const path = upload.replace(url, '');
  await change({ icon: path, logo: path });

  const html = await read('/');
  const version = /href="\/favicon\.ico\?v=([\w-]+)"/.exec(html)?.[1];
  expect(version).toBeTruthy();
  expect(html).toContain(`/icon-512.png?v=${version}`);
  expect(html).toMatch(/<header[^>]*>.*<img alt="Longhand"[^>]* width="600" height="300"/);
  expect(await read('/feed.json')).toContain(`/icon-512.png?v=${version}`);
  const { icons } = (await (await get('/manifest.webmanifest')).json()) as {
    icons: { src: string; type: string; sizes: string }[];
  };
  for (const { src, type, sizes } of icons) {
    expect(src).toContain(`?v=${version}`);
    const icon = await get(src);
    expect(icon.headers.get('content-type')).toBe(type);
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const etag = icon.headers.get('etag') ?? '';
    expect((await get(src, { 'if-none-match': etag })).status).toBe(304);
    const { width, height } = await sharp(Buffer.from(await icon.arrayBuffer())).metadata();
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
  }
  await change({ icon: null, logo: null });
  expect((await bytes('/icon-512.png')).equals(ours)).toBe(true);
  expect(await read('/')).not.toContain('?v=');
});

test('a page has its address at once, in every place, and none after it is deleted', async () => {
  const { get, read, call } = await startOwnSite({ DEMO_CONTENT: 'false' });
  expect((await get('/imprint')).status).toBe(404);
  const page = {
    ...{ title: 'Imprint & <more>', content: '<p>Me, at home.</p>', slug: 'imprint' },
    ...{ placement: 'footer', meta_description: 'Who is responsible.' },
  };
  const { id } = (await call('POST', '/pages', page)).body;
  const response = await get('/imprint');
  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const html = await response.text();
  expect(html).toContain('<p>Me, at home.</p>');
  expect(html.match(/Me, at home/g)).toHaveLength(1);
  expect(html).toContain('<meta name="description" content="Who is responsible."/>');
  expect(html).toMatch(/<link rel="canonical" href="[^"]+\/imprint"\/>/);
  expect(await read('/blog')).toContain('>Imprint &amp; &lt;more&gt;</a>');
  expect(await read('/sitemap.xml')).toMatch(/\/imprint<\/loc><lastmod>/);
  expect(await read('/feed.xml')).not.toContain('Imprint');
  expect((await get('/Imprint/')).headers.get('location')).toBe('/imprint');

  await call('PUT', `/pages/${id}`, { content: '<p>Moved.</p>', placement: 'header' });
  expect(await read('/imprint')).toContain('<p>Moved.</p>');
  await call('DELETE', `/pages/${id}`);
  expect((await get('/imprint')).status).toBe(404);
  expect(await read('/blog')).not.toContain('Imprint');
  for (const path of ['/imprint', '/no-such-page', '/wp-login.php', '/feeds']) {
    const missing = await get(path);
    expect(missing.status, path).toBe(404);
    expect(missing.headers.get('cache-control'), path).toBe('no-cache');
    expect(await missing.text()).toContain('Page Not Found');
  }
});

test('a site with a remote API has its settings, and the last known ones while it is down', async () => {
  const settings = { DATA_DIR: temporaryFolder(), ADMIN_PASSWORD: PASSWORD };
  const api = await startServer({ ...settings, CONTACT_EMAIL: 'me@garden.example' }, 'api');
  const web = await startServer({ API_URL: api.url, SITE_NAME: 'Not read here' }, 'web');
  const read = async (path: string) => (await fetch(web.url + path)).text();
  const { call } = await administrator(api.url, PASSWORD);
  await call('PUT', '/settings', { site_name: 'The Garden' });
  await expect.poll(() => read('/')).toContain('>The Garden</a>');
  expect(await read('/contact')).toContain('mailto:me@garden.example');
  api.child.kill('SIGKILL');
  await api.exited;
  const page = await fetch(`${web.url}/login`);
  expect(page.status).toBe(503);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(await page.text()).toContain('>The Garden</a>');
  expect(await read('/manifest.webmanifest')).toContain('The Garden');
  expect((await fetch(`${web.url}/favicon.ico`)).status).toBe(200);
});
