import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { createApiClient } from './lib/api-client.ts';
import { NonceContext } from './lib/nonce.ts';
import { ServerContent } from './lib/server-content.ts';
import {
  type ApiCall,
  apiContext,
  callContext,
  contentContext,
  nonceContext,
  type PageContent,
  siteContext,
  wordsContext,
} from './reader/site/context.server.ts';
import type { SiteReader } from './reader/site/site-reader.ts';
import { SiteWords } from './reader/site/words.tsx';
import { readerWordsOf } from './reader/site/words-file.server.ts';

function shown({ html, placeholder = html }: PageContent): string {
  return html && placeholder;
}

/** Why not streamed: the complete page is cached for all visitors. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const nonce = loadContext.get(nonceContext);
  const stream = await renderToReadableStream(
    <NonceContext value={nonce}>
      <ServerContent value={shown(loadContext.get(contentContext))}>
        <SiteWords sent={loadContext.get(wordsContext).sent}>
          <ServerRouter context={context} url={request.url} nonce={nonce} />
        </SiteWords>
      </ServerContent>
    </NonceContext>,
    // Otherwise React moves large parts into place with an inline script.
    { nonce, progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { status, headers });
}

export function handleError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status === 404) return;
  console.error(error);
}

export function createRequestContext(
  site: SiteReader,
  call: ApiCall,
  nonce: string,
  content: PageContent = { html: '' },
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  context.set(nonceContext, nonce);
  context.set(contentContext, content);
  context.set(wordsContext, { sent: readerWordsOf(site.lastKnown()).sent });
  context.set(callContext, call);
  context.set(
    apiContext,
    createApiClient((path) => call(path)),
  );
  return context;
}
