import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { expect, test } from 'vitest';
import { createApiClient } from '../../lib/api-client.ts';
import { pagesIn } from './site.ts';
import { createSiteReader } from './site-reader.ts';

const HOSTS = { url: 'https://blog.example', apiUrl: 'https://api.example' };

const INFO = {
  ...SITE_DEFAULTS,
  site_name: 'The Garden',
  icon: 'abc',
  logo: null,
  pages: [
    { slug: 'imprint', title: 'Imprint', placement: 'footer' },
    { slug: 'about', title: 'About', placement: 'header' },
  ],
};

test('before the API has answered, the site is as it comes, with About and Contact', () => {
  const site = createSiteReader(HOSTS).lastKnown();
  expect(site).toMatchObject({ ...HOSTS, name: 'Longhand', language: 'en-US', icon: null });
  expect(site.links.map(({ label }) => label)).toEqual([
    'Instagram',
    'Twitter',
    'Tumblr',
    'Pinterest',
  ]);
  expect(pagesIn('header', site)).toEqual([
    ['/about', 'About'],
    ['/contact', 'Contact'],
  ]);
});

test('while the API fails, the site is as it was last known', async () => {
  const reader = createSiteReader(HOSTS);
  const answers = [Response.json(INFO), new Response('', { status: 500 })];
  const api = createApiClient(async () => answers.shift() ?? new Response('', { status: 500 }));
  const site = await reader.read(api);
  expect(site).toMatchObject({ ...HOSTS, name: 'The Garden', icon: 'abc' });
  expect(pagesIn('footer', site)).toEqual([['/imprint', 'Imprint']]);
  await expect(reader.read(api)).rejects.toThrow('500');
  expect(reader.lastKnown()).toBe(site);
});
