import type { Page } from '@playwright/test';
import { logIn as logInToApi } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { freePort } from '../test-support/free-port.ts';
import { startMailServer } from '../test-support/mail-server.ts';
import { startReverseProxy } from '../test-support/reverse-proxy.ts';
import { ADMIN_PASSWORD, CHECKOUT, startSite } from '../test-support/site.ts';
import { fillIn, PICTURE } from './editor-form.ts';
import { test as base, expect, hydrated } from './fixtures.ts';

type TwoHosts = {
  readonly site: string;
  /** What only the web half can reach. */
  readonly api: string;
  readonly publicApi: string;
  readonly mail: Awaited<ReturnType<typeof startMailServer>>;
};

const READER = 'reader@reader.example';
const OF_THE_API = /^\/(api|uploads|social)(\/|$)/;

/** With one address, a proxy sends the paths of the API there; otherwise the API has its own. */
async function startTwoHosts(addresses: 'one address' | 'two addresses') {
  const mail = await startMailServer();
  const [apiPort, webPort, sitePort] = await Promise.all([freePort(), freePort(), freePort()]);
  const [api, web] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${webPort}`];
  const hasOne = addresses === 'one address';
  const proxies = [
    await startReverseProxy((path) => (hasOne && OF_THE_API.test(path) ? api : web), sitePort),
    ...(hasOne ? [] : [await startReverseProxy(() => api)]),
  ];
  const [site = '', publicApi = site] = proxies.map(({ url }) => url);
  const shared = { SITE_URL: site, API_PUBLIC_URL: publicApi, TRUST_PROXY: 'loopback' };
  const mails = { SMTP_URL: mail.url, MAIL_FROM: 'Post <post@blog.example>' };
  const apiSettings = { ...shared, ...mails, ...(!hasOne && { WEB_ORIGINS: site }) };
  const hosts = [
    await startSite(temporaryFolder(), apiSettings, apiPort, CHECKOUT, 'api'),
    await startSite(temporaryFolder(), { ...shared, API_URL: api }, webPort, CHECKOUT, 'web'),
  ];
  async function stop() {
    for (const each of [...hosts, ...proxies, mail]) await each.stop();
  }
  return { site, api, publicApi, mail, stop };
}

const test = base.extend<{ addresses: 'one address' | 'two addresses'; hosts: TwoHosts }>({
  addresses: ['one address', { option: true }],
  hosts: async ({ addresses }, use) => {
    const { stop, ...hosts } = await startTwoHosts(addresses);
    await use(hosts);
    await stop();
  },
  baseURL: ({ hosts }, use) => use(hosts.site),
});

test.use({ ownContext: true });
// With two servers of its own to start, on a machine with twenty other programs.
test.describe.configure({ timeout: 900_000 });

/** Visible pictures that have arrived. */
function expectPictures(page: Page, publicApi: string, atLeast: number) {
  const arrived = () =>
    page.evaluate(
      (start) =>
        [...document.querySelectorAll('main img')].filter(
          (image) =>
            image instanceof HTMLImageElement &&
            image.naturalWidth > 1 &&
            image.currentSrc.startsWith(`${start}/uploads/`),
        ).length,
      publicApi,
    );
  return expect.poll(arrived).toBeGreaterThanOrEqual(atLeast);
}

async function readAndJoin(page: Page, { publicApi }: TwoHosts): Promise<void> {
  await page.goto('/');
  await hydrated(page);
  await expectPictures(page, publicApi, 1);
  await page.getByLabel('Your email address').fill(READER);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('status')).toHaveText(/^Check your inbox\./);

  await page.getByRole('banner').getByRole('link', { name: 'Blog' }).click();
  await expect(page.getByRole('article')).toHaveCount(8);
  await page.getByPlaceholder('Search posts...').fill('BEAUCHAMP');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByPlaceholder('Search posts...').fill('');
  await page.getByLabel('Topic').selectOption('Science');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.getByRole('link', { name: 'The Machine That Added Up the Sea' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'The Machine That Added Up the Sea',
  );
  await expectPictures(page, publicApi, 1);
  await page.reload();
  await expectPictures(page, publicApi, 1);
}

async function logInAndPublish(page: Page, { publicApi }: TwoHosts): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  await page.getByRole('link', { name: 'New Post' }).click();
  await fillIn(page, { title: 'Two Hosts', content: '<p>One blog.</p>' });
  const featured = page.getByRole('group', { name: 'Featured Image' });
  await featured.locator('input[type=file]').setInputFiles(PICTURE);
  await expectPictures(page, publicApi, 1);
  await featured.getByLabel('Image description').fill('A leaf');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page).toHaveURL('/admin');
  await page.goto('/blog/two-hosts');
  await expectPictures(page, publicApi, 1);
}

async function receiveMail({ site, api, mail }: TwoHosts): Promise<string> {
  const received = async (number: number) => {
    await expect.poll(() => mail.mailsTo(READER).length).toBe(number);
    return mail.mailsTo(READER).at(-1);
  };
  const { text = '' } = (await received(1)) ?? {};
  const confirm = /http:\/\/\S+\/newsletter\/confirm\/\w+/.exec(text)?.[0] ?? '';
  expect(confirm.startsWith(site)).toBe(true);
  expect((await fetch(confirm, { method: 'POST' })).status).toBe(200);
  const [post] = (await (await fetch(`${api}/api/posts?view=summary`)).json()) as [{ id: string }];
  await (await logInToApi(api)).call('/mailings', { post_id: post.id });
  return (await received(2))?.html ?? '';
}

const FOR_MACHINES = [
  ...['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/blog/two-hosts'],
  ...['/manifest.webmanifest', '/robots.txt', '/service-worker.js'],
];

for (const addresses of ['one address', 'two addresses'] as const)
  test.describe(`site and API on two hosts, with ${addresses} for browsers`, () => {
    test.use({ addresses });

    test('nothing needs the address that only the site can reach', async ({ page, hosts }) => {
      const { site, api, publicApi } = hosts;
      const blocked: string[] = [];
      await page.route(`${api}/**`, (route) => {
        blocked.push(route.request().url());
        return route.abort();
      });
      await readAndJoin(page, hosts);
      await logInAndPublish(page, hosts);

      for (const path of FOR_MACHINES) {
        const response = await fetch(site + path);
        expect(response.status, path).toBe(200);
        expect(await response.text(), path).not.toContain(api);
        expect(response.headers.get('content-security-policy') ?? '', path).not.toContain(api);
      }
      const html = await (await fetch(`${site}/blog/two-hosts`)).text();
      const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '';
      expect(picture.startsWith(`${publicApi}/social/`)).toBe(true);
      expect((await fetch(picture)).headers.get('content-type')).toBe('image/jpeg');
      const { servers } = await (await fetch(`${publicApi}/api/openapi.json`)).json();
      expect(servers).toEqual([{ url: publicApi }]);
      const mail = await receiveMail(hosts);
      expect(mail).toContain(`src="${publicApi}/uploads/`);
      expect(mail).not.toContain(api);
      expect(blocked).toEqual([]);
    });
  });
