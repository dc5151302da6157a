import { renderToReadableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { createApiClient, type Transport } from './lib/api-client.ts';
import { apiContext, contentContext, nonceContext, siteContext } from './lib/context.server.ts';
import { NonceContext } from './lib/nonce.ts';
import { ServerContent } from './lib/server-content.ts';
import type { Site } from './lib/site.ts';

/** The whole page at once: it is the same for everybody, and is kept, not streamed. */
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
      <ServerContent value={loadContext.get(contentContext).html}>
        <ServerRouter context={context} url={request.url} nonce={nonce} />
      </ServerContent>
    </NonceContext>,
    // A large part would otherwise come apart from its place, and be put there by a script.
    { nonce, progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(stream, { status, headers });
}

/** Failures are written down; that there is no such page is none, whatever was asked for. */
export function handleError(error: unknown): void {
  if (isRouteErrorResponse(error) && error.status === 404) return;
  console.error(error);
}

/** What the loaders of one request may use: the site, and the API by whatever way is given. */
export function createRequestContext(
  site: Site,
  transport: Transport,
  nonce: string,
): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(siteContext, site);
  context.set(nonceContext, nonce);
  context.set(contentContext, { html: '' });
  context.set(apiContext, createApiClient(transport));
  return context;
}
