import { PALETTE } from '@longhand/contract/colours/palette';
import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp, type TestApp } from '../../../test-support/test-app.ts';

const URL = '/api/admin/settings';

const DEFAULTS = {
  ...SITE_DEFAULTS,
  accent: PALETTE.light.accent,
  words: {},
  icon: null,
  logo: null,
  locked: [],
  locked_by: {},
};

const CHANGED = {
  site_name: 'Tom’s garden 🌱',
  site_description: 'What grows, and what does not.',
  blog_subtitle: 'חדשות מהגן',
  contact_email: 'tom@garden.example',
  time_zone: 'Europe/Berlin',
  language: 'de',
  accent: '#0b5d3b',
  newsletter_shown: false,
  offline_reading: false,
  thin_versions: true,
  smart_punctuation: false,
  links: [
    { label: 'Mastodon', url: 'https://social.example/@tom' },
    { label: 'Twitter', url: 'http://x.com/tom?a=1&b=2#c' },
  ],
};

const REFUSED: readonly [name: string, value: unknown, reason: string][] = [
  ['site_name', '', 'must not be empty'],
  ['site_name', ' \u200b ', 'must not be empty'],
  ['site_name', '\u3164', 'must not be empty'],
  ['site_name', '\u2800', 'must not be empty'],
  ['site_name', 'x'.repeat(81), 'must have at most 80 characters'],
  ['site_name', 'a\nb', 'must be one line'],
  ['site_name', 'a\u2028b', 'must be one line'],
  ['site_name', 'a\u0007b', 'must be one line'],
  ['site_name', 'a\u202eb', 'reverses the direction'],
  ['site_name', 'a\ud800', 'cannot be stored'],
  ['site_name', 'a\0', 'cannot be stored'],
  ['site_name', 7, 'must be text'],
  ['site_description', 'x'.repeat(100_000), 'must have at most 300 characters'],
  ['blog_subtitle', 'x'.repeat(201), 'must have at most 200 characters'],
  ['contact_email', 'tom', 'must be an email address'],
  ['contact_email', 'a@b.example\r\nBcc: x@y.example', 'must be an email address'],
  ['time_zone', 'Europe/Atlantis', 'must be a time zone like Europe/Paris'],
  ['language', 'klingon', 'must be a language like en-US or de'],
  ['language', '" onload="alert(1)', 'must be a language like en-US or de'],
  ['accent', '#ffffff', 'contrast'],
  ['accent', 'red', 'must be a colour like #97371a'],
  ['accent', '#000;}*{display:none', 'must be a colour like #97371a'],
  ['newsletter_shown', 'no', 'must be true or false'],
  ['offline_reading', 1, 'must be true or false'],
  ['thin_versions', 'yes', 'must be true or false'],
  ['smart_punctuation', 'off', 'must be true or false'],
  ['links', 'https://x.com', 'must be a list'],
  ['links', Array(13).fill(CHANGED.links[0]), 'must have at most 12 entries'],
  ['icon', '/uploads/a.png', 'must be the path of an uploaded image'],
  ['logo', 'https://elsewhere.example/a.png', 'must be the path of an uploaded image'],
  ['colour', 'x', 'is not a known field'],
];

const REFUSED_LINKS = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'https:example.com',
  'https://example.com/\nx',
  '//example.com',
  '/login',
  'https://',
  `https://example.com/${'x'.repeat(500)}`,
];

async function start(open: Parameters<typeof startTestApp>[0], settings = {}) {
  const site = await startTestApp(open, settings);
  const token = await site.login();
  const put = (payload: object | string) =>
    site.request(
      { method: 'PUT', url: URL, payload, headers: { 'content-type': 'application/json' } },
      token,
    );
  return { ...site, token, put };
}

const rows = ({ db }: Pick<TestApp, 'db'>) => db.selectFrom('site_settings').selectAll().execute();

eachDialect((open) => {
  test('only the administrator reads and changes the settings', async () => {
    const site = await start(open);
    expectProblem(await site.get(URL), 401);
    expectProblem(await site.request({ method: 'PUT', url: URL, payload: {} }), 401);
    const response = await site.get(URL, site.token);
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.json()).toEqual(DEFAULTS);
  });

  test('changed settings are answered whole, and shown by the next request', async () => {
    const site = await start(open);
    const before = await site.get('/api/site');
    const response = await site.put(CHANGED);
    expect(response.statusCode, response.body).toBe(200);
    expect(response.json()).toEqual({ ...DEFAULTS, ...CHANGED });
    expect((await site.get(URL, site.token)).json()).toEqual({ ...DEFAULTS, ...CHANGED });
    const after = await site.get('/api/site');
    const { thin_versions, smart_punctuation, ...shown } = CHANGED;
    expect(after.json()).toMatchObject(shown);
    for (const name of Object.keys({ thin_versions, smart_punctuation }))
      expect(after.json()).not.toHaveProperty(name);
    expect(after.headers.etag).not.toBe(before.headers.etag);
  });

  test('what is not named stays, and null returns to the default', async () => {
    const site = await start(open);
    await site.put(CHANGED);
    expect((await site.put({ site_name: 'Other' })).json()).toEqual({
      ...DEFAULTS,
      ...CHANGED,
      site_name: 'Other',
    });
    expect((await site.put({})).json()).toMatchObject({ ...CHANGED, site_name: 'Other' });
    const nothing = Object.fromEntries(Object.keys(CHANGED).map((name) => [name, null]));
    expect((await site.put({ ...nothing, icon: null, logo: null })).json()).toEqual(DEFAULTS);
    expect(await rows(site)).toEqual([]);
  });

  test('a setting of the environment is shown as locked, and cannot be changed', async () => {
    const site = await start(open, {
      SITE_NAME: 'Fixed',
      SOCIAL_TUMBLR: 'https://tumblr.example/',
    });
    expect((await site.get(URL, site.token)).json()).toMatchObject({
      site_name: 'Fixed',
      locked: ['site_name', 'links'],
      locked_by: { site_name: ['SITE_NAME'], links: ['SOCIAL_TUMBLR'] },
    });
    for (const site_name of ['Mine', 'Fixed', null]) {
      const response = await site.put({ site_name, blog_subtitle: 'Not stored' });
      expectProblem(response, 400, {
        detail: expect.stringContaining('SITE_NAME'),
        errors: { site_name: [expect.stringContaining('SITE_NAME')] },
      });
    }
    expectProblem(await site.put({ links: [] }), 400, {
      detail: expect.stringContaining('SOCIAL_TUMBLR'),
    });
    expect(await rows(site)).toEqual([]);
    expect((await site.put({ blog_subtitle: 'Stored' })).statusCode).toBe(200);
  });

  test('wrong and hostile values are refused with a reason, and nothing is stored', async () => {
    const site = await start(open);
    for (const [name, value, reason] of REFUSED) {
      const response = await site.put({ blog_subtitle: 'Not stored', [name]: value });
      expectProblem(response, 400, { detail: expect.stringContaining(reason) });
      expect(response.json().errors).toHaveProperty(name);
    }
    expect(await rows(site)).toEqual([]);
  });

  test('links lead to http and https addresses only', async () => {
    const site = await start(open);
    for (const url of REFUSED_LINKS) {
      const response = await site.put({ links: [{ label: 'Fine', url }] });
      expectProblem(response, 400, {
        errors: { 'links.0.url': [expect.stringMatching(/^must /)] },
      });
    }
    expect(await rows(site)).toEqual([]);
  });

  test('markup in texts is stored as it is, and spaces around are not', async () => {
    const site = await start(open);
    const links = [{ label: '"><img src=x onerror=alert(1)>', url: 'https://a.example/"onclick' }];
    const response = await site.put({ site_name: ' <script>alert(1)</script> ', links });
    expect(response.json()).toMatchObject({ site_name: '<script>alert(1)</script>', links });
  });

  test("the stylesheet's accent is the default, in any spelling", async () => {
    const site = await start(open);
    await site.put({ accent: '#0B5D3B' });
    expect((await site.get('/api/site')).json().accent).toBe('#0b5d3b');
    const response = await site.put({ accent: PALETTE.light.accent.toUpperCase() });
    expect(response.json().accent).toBe(PALETTE.light.accent);
    expect((await site.get('/api/site')).json().accent).toBeNull();
  });

  test('settings that are saved at the same time are all kept', async () => {
    const site = await start(open);
    const entries = Object.entries(CHANGED);
    await Promise.all(entries.map(([name, value]) => site.put({ [name]: value })));
    expect((await site.get(URL, site.token)).json()).toEqual({ ...DEFAULTS, ...CHANGED });
  });
});
