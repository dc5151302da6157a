import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { METRICS_TOKEN, scrape } from '../test-support/scrape.ts';
import { sharedServer, startServer, temporaryFolder } from '../test-support/server-process.ts';

const shared = sharedServer({ METRICS_TOKEN });

test('the metrics are those of what happened, in a form that Prometheus reads', async () => {
  const { url, output } = await shared();
  await fetch(`${url}/`);
  await fetch(`${url}/`);
  await fetch(`${url}/api/posts`);
  await fetch(`${url}/no-such-page`);
  const login = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  await fetch(`${url}/api/login`, login);

  // The last one is counted when its connection goes on.
  await expect
    .poll(async () => {
      const { value } = await scrape(url);
      return value('longhand_http_requests_total', { kind: 'api', status: '400' });
    })
    .toBe(1);

  const { families, series, value, headers } = await scrape(url);
  expect(headers).toMatchObject({
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
  });
  expect(families.filter(({ type }) => type === 'UNTYPED')).toEqual([]);
  expect(new Set(series).size).toBe(series.length);
  const requests = (kind: string, status: string) =>
    value('longhand_http_requests_total', { kind, status });
  expect(requests('page', '200')).toBe(2);
  expect(requests('page', '404')).toBe(1);
  expect(requests('api', '200')).toBe(1);
  expect(value('longhand_cache_lookups_total', { result: 'miss' })).toBeGreaterThan(0);
  expect(value('longhand_content_revision')).toBeGreaterThan(0);
  expect(value('longhand_sessions')).toBe(0);
  expect(value('longhand_disk_size_bytes')).toBeGreaterThan(value('longhand_disk_free_bytes'));
  expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(value('process_start_time_seconds')).toBeGreaterThan(1.7e9);
  expect(output.stdout).not.toContain(METRICS_TOKEN);
});

test('what is refused before it has an address is counted, too', async () => {
  const { url } = await startServer({
    ...{ METRICS_TOKEN, DATA_DIR: temporaryFolder(), MAX_CONNECTIONS: '5' },
  });
  const { hostname: host, port } = new URL(url);
  const open = () => connect({ host, port: Number(port) });
  const malformed = open();
  malformed.write('NOT HTTP\r\n\r\n');
  expect(await text(malformed)).toMatch(/^HTTP\/1\.1 400 /);
  const silent = Array.from({ length: 6 }, open);
  expect(await Promise.any(silent.map(text))).toMatch(/^HTTP\/1\.1 503 /);
  for (const socket of silent) socket.destroy();

  // Until they are closed, it is refused, too.
  const scraped = () => scrape(url).catch(() => undefined);
  await expect.poll(scraped).toBeDefined();
  const { value } = await scrape(url);
  const requests = (status: string) =>
    value('longhand_http_requests_total', { kind: 'other', status });
  expect(requests('400')).toBe(1);
  expect(requests('503')).toBeGreaterThan(0);
  expect(value('longhand_queue_refused_total', { queue: 'connections' })).toBe(requests('503'));
});

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

async function responseTo(url: string, path: string, method: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(url + path, { method, headers });
  const { date: _, 'x-request-id': _id, ...sent } = Object.fromEntries(response.headers);
  const body = (await response.text()).replaceAll(path, '/path');
  return { status: response.status, sent: { ...sent, 'content-length': '' }, body };
}

/** What an unknown address of the same length says, too. */
async function expectUnknown(url: string, method: string, token?: string): Promise<void> {
  const response = await responseTo(url, '/metrics', method, token);
  expect(response.status).toBe(404);
  expect(response).toEqual(await responseTo(url, '/metricz', method, token));
}

test('without the right token it is an address that does not exist', async () => {
  const { url } = await shared();
  for (const method of METHODS) {
    await expectUnknown(url, method);
    await expectUnknown(url, method, 'a-token-of-somebody');
    if (method !== 'GET') await expectUnknown(url, method, METRICS_TOKEN);
  }
});

test('without the setting it is an address that does not exist', async () => {
  const { url } = await startServer({ DATA_DIR: temporaryFolder() });
  for (const method of METHODS) await expectUnknown(url, method, METRICS_TOKEN);
});

test('the site and the API answer for themselves where they are two', async () => {
  const settings = { METRICS_TOKEN, DATA_DIR: temporaryFolder() };
  const api = await startServer(settings, 'api');
  const web = await startServer({ ...settings, API_URL: api.url }, 'web');
  await fetch(`${web.url}/about`);
  for (const { url } of [api, web]) await expectUnknown(url, 'GET');
  const requests = (url: string, kind: string) => async () => {
    const { value } = await scrape(url);
    return value('longhand_http_requests_total', { kind, status: '200' });
  };
  await expect.poll(requests(web.url, 'page')).toBe(1);
  await expect.poll(requests(api.url, 'api')).toBeGreaterThan(0);
  const ofWeb = await scrape(web.url);
  const ofApi = await scrape(api.url);
  const namesOf = ({ families }: typeof ofWeb) => families.map(({ name }) => name);
  expect(namesOf(ofWeb)).toContain('longhand_page_render_duration_seconds');
  expect(namesOf(ofWeb)).not.toContain('longhand_sessions');
  expect(namesOf(ofApi)).toContain('longhand_sessions');
  expect(namesOf(ofApi)).toContain('longhand_database_query_duration_seconds');
});
