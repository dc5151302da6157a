import { expect, test } from 'vitest';
import { crawl } from '../test-support/crawl.ts';
import { startServer, temporaryFolder } from '../test-support/server-process.ts';

test('a crawl from the front page finds every published post, no broken link and no draft', async () => {
  const { url, port } = await startServer({ DATA_DIR: temporaryFolder(), DEMO_CONTENT: 'true' });
  const site = `http://localhost:${port}`;
  const get = (path: string) => fetch(url + path, { redirect: 'manual' });
  const starts = ['/', '/sitemap.xml', '/feed.xml', '/manifest.webmanifest', '/robots.txt'];
  const seen = await crawl(site, starts, get);
  const broken = [...seen].filter(([, { status }]) => status !== 200).map(([path]) => path);
  expect(broken).toEqual([]);
  const published = (await (await fetch(`${url}/api/posts`)).json()) as { slug: string }[];
  expect(published).toHaveLength(8);
  for (const { slug } of published) expect([...seen.keys()]).toContain(`/blog/${slug}`);
  expect([...seen.keys()].filter((path) => path.includes('lighthouses'))).toEqual([]);
  const titles = [...seen.values()]
    .filter(({ type }) => type.includes('text/html'))
    .map(({ body }) => /<title>(.*?)<\/title>/.exec(body)?.[1]);
  expect(titles.length).toBeGreaterThan(15);
  expect(new Set(titles).size).toBe(titles.length);
});
