import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createSiteReader } from '../app/reader/site/site-reader.ts';
import { type AppBuild, createRenderer } from './render-page.ts';

/** The page is rendered with the placeholder of the content, which has the nonce. */
function buildOf(contentOf: (nonce: string) => string): AppBuild {
  let placeholder = '';
  const module: Partial<AppBuild['entry']['module']> = {
    default: async () => new Response(`<head></head><main>${placeholder}</main>`),
    createRequestContext: (_site, _call, nonce, content) => {
      if (content) {
        content.html = contentOf(nonce);
        placeholder = content.placeholder ?? '';
      }
      return new RouterContextProvider();
    },
  };
  return {
    entry: { module },
    routes: { root: { id: 'root', path: '/', module: { default: () => null } } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    future: {},
    isSpaMode: false,
    ssr: true,
    basename: '/',
    publicPath: '/',
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/' },
    assetsBuildDirectory: '',
  } as unknown as AppBuild;
}

function renderWith(contentOf: (nonce: string) => string) {
  const renderPage = createRenderer({
    build: buildOf(contentOf),
    clientFolder: new URL('file:///'),
    inlineScripts: { start: '', count: '' },
    site: createSiteReader({ url: 'https://blog.example', apiUrl: 'https://api.example' }),
    fetchApi: () => Promise.reject(new Error('not called')),
  });
  return renderPage('/', '1');
}

test('the content is put into the page as it is, after every step that reads the page', async () => {
  let content = '';
  const { body } = await renderWith((nonce) => {
    content = `<p nonce="${nonce}">$&amp;$1</p><script nonce="${nonce}">1</script>`;
    return content;
  });
  expect(body.toString()).toBe(`<head><style></style></head><main>${content}</main>`);
});

test('its pictures have the host of the API', async () => {
  const { body } = await renderWith(() => '<img src="/uploads/a.png">');
  expect(body.toString()).toContain('<main><img src="https://api.example/uploads/a.png"></main>');
});

test('others have their turn before a rendered page is complete', async () => {
  const order: string[] = [];
  const rendered = renderWith(() => '').then(() => order.push('page'));
  setImmediate(() => order.push('others'));
  await rendered;
  expect(order).toEqual(['others', 'page']);
});
