import { blogSize } from '@longhand/contract/post-query';
import type { PublicState } from '@longhand/contract/posts';
import { use } from 'react';
import {
  Links,
  type LoaderFunctionArgs,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import { Footer } from './components/footer.tsx';
import { Header } from './components/header.tsx';
import { FAILED, Message } from './components/message.tsx';
import displayFont from './fonts/newsreader-display.woff2?url';
import textFont from './fonts/newsreader-text.woff2?url';
import { orElse } from './lib/api-client.ts';
import { apiContext, siteContext } from './lib/context.server.ts';
import { NonceContext } from './lib/nonce.ts';
import type { RootData } from './lib/site.ts';
import { EARLY_SCRIPT } from './lib/theme.ts';
import { usePageFocus } from './lib/use-page-focus.ts';
import './styles/index.css';

export async function loader({ context }: LoaderFunctionArgs): Promise<RootData> {
  const state = await orElse<Pick<PublicState, 'characters'>>(context.get(apiContext).readState(), {
    characters: 0,
  });
  return { ...context.get(siteContext), size: blogSize(state) };
}

export function shouldRevalidate(): boolean {
  return false;
}

export function Layout({ children }: { children: React.ReactNode }) {
  const site = useRouteLoaderData<RootData>('root');
  const nonce = use(NonceContext);
  return (
    <html
      lang="en"
      data-api={site?.apiUrl || undefined}
      data-size={site?.size}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: EARLY_SCRIPT }} />
        <link
          rel="preload"
          href={displayFont}
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
        <link rel="preload" href={textFont} as="font" type="font/woff2" crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <Links />
      </head>
      <body>
        <a className="skip-link" href="#content">
          Skip to content
        </a>
        {site && <Header site={site} />}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {site && <Footer site={site} />}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  usePageFocus();
  return <Outlet />;
}

export function ErrorBoundary() {
  return <Message {...FAILED} />;
}
