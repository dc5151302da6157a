import { SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { createRoot, type Root } from 'react-dom/client';
import { createRoutesStub, type Location, Outlet } from 'react-router';
import { storeToken } from '../app/lib/session.ts';
import { Footer } from '../app/reader/site/footer.tsx';
import { Header } from '../app/reader/site/header.tsx';
import type { RootData } from '../app/reader/site/site.ts';
import { toSite, useSite } from '../app/reader/site/site.ts';
import '../app/styles/index.css';
import '../app/styles/fonts-english.css';
import { EN } from '@longhand/contract/words/en';
import { SiteWords } from '../app/reader/site/words.tsx';
import { createFakeApi, type FakeApi, installFakeApi } from './fake-api.ts';

type Routes = Parameters<typeof createRoutesStub>[0];

const ROOT_DATA: RootData = {
  ...toSite(
    {
      ...SITE_DEFAULTS,
      links: [...SITE_DEFAULTS.links],
      icon: null,
      logo: null,
      pages: [],
      newsletter_open: false,
      blog_size: 'small',
      words: {},
    },
    { url: location.origin, apiUrl: '' },
  ),
  wordsPath: '',
  accentStyle: null,
  direction: undefined,
  openGraphLocale: 'en_US',
};

function Page() {
  const site = useSite();
  return (
    <>
      <Header site={site} />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer site={site} />
    </>
  );
}

let mounted: { root: Root; element: HTMLElement; api: FakeApi; close: () => void } | null = null;

/** Shows a page of the administration as after the login, with this API. */
export function mountRoutes(
  children: Routes,
  path: string | Partial<Location>,
  api = createFakeApi(),
  site: Partial<RootData> = {},
): FakeApi {
  storeToken('a-token');
  const close = installFakeApi(api);
  const Stub = createRoutesStub([
    {
      id: 'root',
      path: '/',
      Component: Page,
      HydrateFallback: () => null,
      loader: () => ({ ...ROOT_DATA, ...site }),
      children,
    },
  ] as Routes);
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(
    <SiteWords sent={{ language: 'en', direction: 'ltr', words: EN }}>
      <Stub initialEntries={[path]} />
    </SiteWords>,
  );
  mounted = { root, element, api, close };
  return api;
}

/** Returns the calls that the API had no answer to. */
export function unmount(): readonly string[] {
  if (!mounted) return [];
  const { root, element, api, close } = mounted;
  root.unmount();
  element.remove();
  close();
  mounted = null;
  return api.unanswered;
}
