import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import { expect, test } from 'vitest';
import { attribute, elements } from '../test-support/crawl.ts';
import { administrator, sharedServer } from '../test-support/server-process.ts';

function meta(html: string, name: string): string | undefined {
  return attribute(
    elements(html, 'meta').find(
      (each) => attribute(each, 'name') === name || attribute(each, 'property') === name,
    ),
    'content',
  );
}

function link(html: string, rel: string): string | undefined {
  return attribute(
    elements(html, 'link').find((each) => attribute(each, 'rel') === rel),
    'href',
  );
}

const HOSTILE = {
  title: 'A </title></script><script>alert(1)</script> & "B" \u2028',
  excerpt: 'In short: <img src=x onerror=alert(1)>',
  content: '<p>Text <script>alert(1)</script><a href="javascript:alert(1)">x</a></p>',
  tags: ['A & <B>'],
  published: true,
};

const startServer = sharedServer({
  ADMIN_PASSWORD: 'a test password',
  CONTACT_EMAIL: 'writer@blog.test',
});

let blog: ReturnType<typeof startBlog> | undefined;

/** The sample posts, one of them a draft, and one with hostile content. */
async function startBlog() {
  const server = await startServer();
  const { call } = await administrator(server.url, 'a test password');
  const { body: hostile } = await call<{ slug: string }>('POST', '/posts', HOSTILE);
  const site = `http://localhost:${server.port}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { redirect: 'manual', headers });
  return { ...server, site, call, get, hostile };
}

/** Shared by all tests: each removes what it publishes. */
function openBlog() {
  blog ??= startBlog();
  return blog;
}

test('every public page is valid HTML with one h1, a title and metadata', async () => {
  const { get, site, hostile } = await openBlog();
  const validator = new HtmlValidate(new StaticConfigLoader({ root: true, ...VALID_HTML }));
  // The validator itself works.
  expect((await validator.validateString('<p><div></p><img><a href=x id=a id=b>')).valid).toBe(
    false,
  );
  const pages = [
    '/',
    '/blog',
    '/blog?tag=Design',
    '/topics/Design',
    `/topics/${encodeURIComponent(HOSTILE.tags[0] ?? '')}`,
    `/archive/${new Date().getUTCFullYear()}`,
    '/topics/Nothing',
    '/blog?q=leaf',
    '/about',
    '/contact',
    '/nothing',
    `/blog/${hostile.slug}`,
  ];
  for (const { slug } of (await (await get('/api/posts')).json()) as { slug: string }[])
    pages.push(`/blog/${slug}`);
  for (const path of pages) {
    const html = await (await get(path)).text();
    const report = await validator.validateString(html);
    const messages = report.results.flatMap((result) =>
      result.messages.map(
        ({ ruleId, message, line, column }) => `${path} ${ruleId} ${message} ${line}:${column}`,
      ),
    );
    expect(messages).toEqual([]);
    expect(elements(html, 'h1')).toHaveLength(1);
    expect(elements(html, 'title')).toHaveLength(1);
    if (/nothing/i.test(path)) {
      expect(meta(html, 'robots')).toBe('noindex');
      continue;
    }
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:url',
      'og:image',
      'twitter:card',
    ])
      expect(meta(html, name), `${path} ${name}`).toMatch(/\S/);
    expect(meta(html, 'og:image')).toMatch(/^http:\/\/localhost/);
    if (path.includes('q=')) {
      expect(meta(html, 'robots')).toBe('noindex');
      expect(link(html, 'canonical')).toBeUndefined();
    } else {
      const canonical = path.replace('/blog?tag=', '/topics/');
      expect(link(html, 'canonical')).toBe(site + canonical);
    }
  }
});

const VALID_HTML: ConfigData = {
  extends: ['html-validate:standard'],
  rules: {
    // React's own formatting.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-inline-style': 'error',
    'void-style': 'off',
    'long-title': 'off',
    'no-trailing-whitespace': 'off',
    // Not needed for files of the same host.
    'require-sri': 'off',
  },
};

test('a post has the required fields of a schema.org BlogPosting', async () => {
  const { get, site, hostile } = await openBlog();
  for (const each of [hostile.slug, 'how-a-leaf-keeps-time']) {
    const html = await (await get(`/blog/${each}`)).text();
    const scripts = elements(html, 'script').filter(
      (script) => attribute(script, 'type') === 'application/ld+json',
    );
    expect(scripts).toHaveLength(1);
    const data = JSON.parse(scripts[0]?.childNodes?.[0]?.value ?? '');
    expect(data['@context']).toBe('https://schema.org');
    expect(data['@type']).toBe('BlogPosting');
    expect(data.url).toBe(`${site}/blog/${each}`);
    expect(data.mainEntityOfPage['@id']).toBe(data.url);
    for (const date of [data.datePublished, data.dateModified])
      expect(new Date(date).toISOString()).toBe(date);
    expect(data.author).toMatchObject({ '@type': 'Organization', name: 'Longhand' });
    expect(data.publisher.logo.url).toMatch(/^http/);
    expect(data.image.length).toBeGreaterThan(0);
    for (const image of data.image) expect((await fetch(image)).status, image).toBe(200);
    expect(meta(html, 'og:image')).toBe(data.image.at(-1));
    expect(data.headline).toBe(
      each === hostile.slug ? HOSTILE.title.trim() : 'How a Leaf Keeps Time',
    );
  }
});

test('drafts are not in feeds, sitemap or lists', async () => {
  const { get, call } = await openBlog();
  const marked = { ...HOSTILE, tags: ['Unseen-topic'] };
  await call('POST', '/posts', { ...marked, title: 'Unseen draft', published: false });
  const withdrawn = { ...marked, title: 'Unseen once more' };
  const { id } = (await call('POST', '/posts', withdrawn)).body;
  expect(await (await get('/feed.xml')).text()).toContain('Unseen once more');
  await call('PUT', `/posts/${id}`, { ...withdrawn, published: false });
  for (const path of ['/', '/blog', '/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml']) {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toMatch(/unseen|notes-for-a-post-on-lighthouses/i);
  }
  expect((await get('/feed.xml?tag=Unseen-topic')).status).toBe(404);
});

test('feeds are 304 until something changes, also when a post is deleted', async () => {
  const { get, call } = await openBlog();
  const created = (await call('POST', '/posts', HOSTILE)).body;
  for (const path of ['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml']) {
    const first = await get(path);
    const etag = first.headers.get('etag') ?? '';
    const modified = first.headers.get('last-modified') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-modified-since': modified })).status).toBe(304);
    expect(
      (await get(path, { 'if-none-match': '"other"', 'if-modified-since': modified })).status,
    ).toBe(200);
    expect((await fetch((await get(path)).url, { method: 'HEAD' })).headers.get('etag')).toBe(etag);
  }
  const before = await get('/feed.xml');
  await call('DELETE', `/posts/${created.id}`);
  const etag = before.headers.get('etag') ?? '';
  const modified = before.headers.get('last-modified') ?? '';
  expect((await get('/feed.xml', { 'if-none-match': etag })).status).toBe(200);
  expect((await get('/feed.xml', { 'if-modified-since': modified })).status).toBe(200);
});

test('robots.txt, security.txt, the manifest and icons exist', async () => {
  const { get, site } = await openBlog();
  expect(await (await get('/robots.txt')).text()).toContain(`Sitemap: ${site}/sitemap.xml`);
  const security = await (await get('/.well-known/security.txt')).text();
  expect(security).toContain('Contact: mailto:writer@blog.test');
  const expires = Date.parse(/Expires: (\S+)/.exec(security)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  const manifest = (await (await get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[];
  };
  for (const { src } of manifest.icons) expect((await get(src)).status, src).toBe(200);
  for (const icon of ['/favicon.ico', '/apple-touch-icon.png'])
    expect((await get(icon)).headers.get('content-type')).toMatch(/^image\//);
});

test('slashes, capitals and old slugs redirect to the canonical URL', async () => {
  const { get, call } = await openBlog();
  const post = { ...HOSTILE, title: 'Old name' };
  const { id } = (await call('POST', '/posts', post)).body;
  await call('PUT', `/posts/${id}`, { ...post, slug: 'new-name' });
  for (const [path, canonical] of [
    ['/blog/', '/blog'],
    ['/Blog/New-Name/', '/blog/new-name'],
    ['/blog/old-name', '/blog/new-name'],
    ['/ABOUT?x=Y', '/about?x=Y'],
  ] as const) {
    const response = await get(path);
    expect(response.status, path).toBe(301);
    expect(response.headers.get('location')).toBe(canonical);
  }
  await call('DELETE', `/posts/${id}`);
});
