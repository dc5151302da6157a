import { DEFAULT_LANGUAGE } from '@longhand/contract/language';
import type { SiteIcon } from '@longhand/contract/site/site-icons';
import { use, useEffect } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteLoaderData,
} from 'react-router';
import { isPublicPath } from './lib/admin-path.ts';
import { orElse } from './lib/api-client.ts';
import { NonceContext } from './lib/nonce.ts';
import { useOfflineReading } from './reader/offline/offline-reading.ts';
import { accentStyle as accentStyleOf } from './reader/site/accent-style.ts';
import { apiContext, siteContext, wordsContext } from './reader/site/context.server.ts';
import { fontsFor } from './reader/site/fonts.ts';
import { Footer } from './reader/site/footer.tsx';
import { Header } from './reader/site/header.tsx';
import { iconPath } from './reader/site/icons.ts';
import { directionOf, openGraphLocale } from './reader/site/language.ts';
import { type RootData, useSiteIfKnown } from './reader/site/site.ts';
import { THEME_SCRIPT } from './reader/site/theme.ts';
import { usePageFocus } from './reader/site/use-page-focus.ts';
import { Failed } from './reader/ui/message.tsx';
import './styles/index.css';
import { ShownWords, useWords } from './reader/site/words.tsx';
import { readerWordsOf } from './reader/site/words-file.server.ts';

export async function loader({ context, request }: LoaderFunctionArgs): Promise<RootData> {
  const reader = context.get(siteContext);
  const site = await orElse(reader.read(context.get(apiContext)), reader.lastKnown());
  const { ownWords: _, countsViews, ...shown } = site;
  const words = readerWordsOf(site);
  context.get(wordsContext).sent = words.sent;
  const accentStyle = site.accent === null ? null : accentStyleOf(site.accent);
  return {
    ...shown,
    ...(countsViews && !isPublicPath(new URL(request.url).pathname) && { countsViews }),
    wordsPath: words.path,
    accentStyle,
    direction: directionOf(site.language),
    openGraphLocale: openGraphLocale(site.language),
  };
}

export function shouldRevalidate(): boolean {
  return false;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const loaded = useRouteLoaderData<RootData>('root');
  const site = useSiteIfKnown();
  const nonce = use(NonceContext);
  const { pathname } = useLocation();
  const language = site?.language ?? DEFAULT_LANGUAGE;
  const direction = language === loaded?.language ? loaded.direction : directionOf(language);
  const isPublic = isPublicPath(pathname);
  const fonts = fontsFor(language);
  const icon = (name: SiteIcon) => iconPath(name, site ?? { icon: null });
  return (
    <html
      // The dashboard is in English, whatever the language of the site.
      lang={isPublic ? language : 'en'}
      dir={isPublic ? direction : undefined}
      data-language={loaded?.language}
      data-words={loaded?.wordsPath}
      data-api={loaded?.apiUrl || undefined}
      data-size={loaded?.size}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
          dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }}
          suppressHydrationWarning
        />
        {fonts.preloads.map((file) => (
          <link
            key={file}
            rel="preload"
            href={file}
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
          />
        ))}
        <link rel="icon" href={icon('favicon.ico')} sizes="32x32" />
        <link rel="icon" href={icon('icon.svg')} type="image/svg+xml" />
        <link rel="apple-touch-icon" href={icon('apple-touch-icon.png')} />
        {loaded && <link rel="modulepreload" href={loaded.wordsPath} />}
        <link rel="manifest" href="/manifest.webmanifest" />
        <link rel="stylesheet" href={fonts.styles} />
        <Links />
        {loaded?.accentStyle && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: colours that the API has checked
          <style nonce={nonce} dangerouslySetInnerHTML={{ __html: loaded.accentStyle }} />
        )}
      </head>
      <body>
        <ShownWords of={isPublic ? 'site' : 'dashboard'}>
          <SkipLink />
          {site && <Header site={site} />}
          <main id="content" tabIndex={-1}>
            {children}
          </main>
          {site && <Footer site={site} />}
        </ShownWords>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

function SkipLink() {
  const words = useWords();
  return (
    <a className="skip-link" href="#content" lang={words.lang}>
      {words.text('page.skip')}
    </a>
  );
}

export default function Root() {
  usePageFocus();
  useOfflineReading();
  useEffect(() => {
    document.documentElement.dataset.scripts = 'ready';
    performance.mark('hydrated');
  }, []);
  return <Outlet />;
}

export function ErrorBoundary() {
  return <Failed />;
}
