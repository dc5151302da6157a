import type { FastifyPluginAsync } from 'fastify';

type Options = { siteName: string };

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function placeholderPage(siteName: string): string {
  const name = escapeHtml(siteName);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>
  :root { color-scheme: light dark; }
  body { max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem; font: 1.125rem/1.6 Georgia, serif; }
</style>
<h1>${name}</h1>
<p>The pages of this site are not built yet. Its API is: <a href="/api/docs">read about it here</a>.</p>
</html>
`;
}

/** Stands in for the site until its pages are built. */
export const pages: FastifyPluginAsync<Options> = async (app, { siteName }) => {
  const page = placeholderPage(siteName);
  app.get('/', { schema: { hide: true } as object }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', POLICY).send(page),
  );
};
