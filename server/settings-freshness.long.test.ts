import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../test-support/postgres-databases.ts';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';
import { picture } from '../test-support/uploads.ts';

const PASSWORD = 'a test password';
const emptyDatabase = () => createPostgresDatabase('');

const NAME = 'The Changed Garden';
const EMAIL = 'gardener@garden.test';
const POST = { title: 'Moss', slug: 'moss', excerpt: 'Soft', content: '<p>Green</p>' };

/** Every kind of cached response, and what it shows of the change. */
const SHOWN = {
  '/': NAME,
  '/blog': 'What grows here',
  '/blog?tag=Garden': NAME,
  '/topics/Garden': NAME,
  '/blog/moss': NAME,
  '/about': NAME,
  '/contact': EMAIL,
  '/imprint': NAME,
  '/nothing-here': NAME,
  '/feed.xml': NAME,
  '/atom.xml': NAME,
  '/feed.json': NAME,
  '/feed.xml?tag=Garden': NAME,
  '/sitemap.xml': '/colophon<',
  '/manifest.webmanifest': NAME,
  '/.well-known/security.txt': EMAIL,
  '/icon.svg': '<svg',
  '/favicon.ico': '',
  '/apple-touch-icon.png': '',
  '/icon-192.png': '',
  '/api/site': NAME,
  '/api/pages/about': NAME,
};
const PATHS = Object.keys(SHOWN) as (keyof typeof SHOWN)[];

type Server = Pick<Awaited<ReturnType<typeof startServer>>, 'url'>;

/** On a new connection, so that every worker gets requests. */
function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers: { connection: 'close', ...headers } });
}

async function writeBlog({ url }: Server): Promise<void> {
  const { call } = await administrator(url, PASSWORD);
  await call('POST', '/posts', { ...POST, tags: ['Garden'], published: true });
  await call('PUT', '/settings', { contact_email: 'first@garden.test' });
  const imprint = { title: 'Imprint', slug: 'imprint', content: '<p>Me</p>', placement: 'footer' };
  expect((await call('POST', '/pages', imprint)).status).toBe(201);
}

async function changeEverything({ url }: Server): Promise<void> {
  const { call } = await administrator(url, PASSWORD);
  const file = new FormData();
  file.set('file', new Blob([Uint8Array.from(await picture(256, 256).png().toBuffer())]), 'a.png');
  const { body } = await call<{ url: string }>('POST', '/upload-image', file);
  await call('POST', '/pages', { title: 'Colophon', slug: 'colophon', content: '<p>Set</p>' });
  const { status } = await call('PUT', '/settings', {
    site_name: NAME,
    blog_subtitle: 'What grows here',
    contact_email: EMAIL,
    icon: body.url,
  });
  expect(status).toBe(200);
}

/** The ETags of all responses; with several rounds, every worker has cached them. */
async function readTags({ url }: Server, rounds = 1): Promise<Map<string, string>> {
  const tags = new Map<string, string>();
  for (let round = 0; round < rounds; round += 1)
    for (const path of PATHS) tags.set(path, (await get(url + path)).headers.get('etag') ?? '');
  return tags;
}

/** What is still as before the change. */
async function findStale({ url }: Server, before: ReadonlyMap<string, string>, rounds = 1) {
  const stale = new Set<string>();
  for (let round = 0; round < rounds; round += 1)
    for (const path of PATHS) {
      const tag = before.get(path) ?? '';
      const response = await get(url + path, tag === '' ? {} : { 'if-none-match': tag });
      const isNew = response.status !== 304 && (!tag || response.headers.get('etag') !== tag);
      if (!isNew || !(await response.text()).includes(SHOWN[path])) stale.add(path);
    }
  return [...stale];
}

/** The tag of the picture that other sites show with a link to the post. */
async function socialPictureTag({ url }: Server): Promise<string> {
  const html = await (await get(`${url}/blog/moss`)).text();
  const address = new URL(/property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '');
  const response = await get(url + address.pathname);
  expect(response.status).toBe(200);
  return response.headers.get('etag') ?? '';
}

test('changed settings are in every kind of cached response on the next request', async () => {
  const server = await startServer({ DATA_DIR: temporaryFolder(), ADMIN_PASSWORD: PASSWORD });
  await writeBlog(server);
  const before = await readTags(server);
  // A page that does not exist has no tag.
  expect(PATHS.filter((path) => !before.get(path))).toEqual(['/nothing-here']);
  const social = await socialPictureTag(server);
  await changeEverything(server);
  expect(await findStale(server, before)).toEqual([]);
  expect(await socialPictureTag(server)).not.toBe(social);
  // From then on it is cached again.
  const after = await readTags(server);
  for (const path of ['/', '/feed.xml', '/manifest.webmanifest', '/api/site']) {
    const response = await get(server.url + path, { 'if-none-match': after.get(path) ?? '' });
    expect([path, response.status]).toEqual([path, 304]);
  }
});

test('every worker soon shows changed settings', async () => {
  const settings = { DATA_DIR: temporaryFolder(), ADMIN_PASSWORD: PASSWORD, WORKERS: '2' };
  const server = await startServer(settings);
  await writeBlog(server);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = await readTags(server, 4);
  await changeEverything(server);
  await expect.poll(() => findStale(server, before, 4)).toEqual([]);
});

test('another instance on the same database soon shows changed settings', async () => {
  const settings = { DATABASE_URL: await emptyDatabase(), ADMIN_PASSWORD: PASSWORD };
  const saving = await startServer({ ...settings, DATA_DIR: temporaryFolder() });
  const other = await startServer({ ...settings, DATA_DIR: temporaryFolder() });
  await writeBlog(saving);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const [before, beforeOther] = [await readTags(saving), await readTags(other)];
  await changeEverything(saving);
  expect(await findStale(saving, before)).toEqual([]);
  await expect.poll(() => findStale(other, beforeOther)).toEqual([]);
});
