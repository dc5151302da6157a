import type { Operation, Parameter } from './description.ts';

/** Paths outside the API description; braces are parameters. */
const PATHS = [
  ...[
    '/',
    '/blog',
    '/blog/{slug}',
    '/topics/{tag}',
    '/archive/{year}',
    '/about',
    '/login',
    '/admin/posts/edit/{id}',
  ],
  ...['/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/sitemap-{part}.xml', '/robots.txt'],
  ...['/manifest.webmanifest', '/icon.svg', '/uploads/{name}', '/uploads/{width}/{name}'],
  ...['/social/{name}', '/assets/{name}', '/api/{name}', '/api/docs/{name}', '/{name}'],
];

const queried = (path: string) =>
  /^\/(?:blog|topics|archive|$)/.test(path) ? ['q', 'tag', 'cursor'] : [];

export const PAGES: readonly Operation[] = PATHS.map((path) => {
  const steps = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name = '']) => ({ in: 'path', name, required: true }) as const,
  );
  const query = queried(path).map((name) => ({ in: 'query', name }) as const);
  const parameters: Parameter[] = [...steps, ...query].map((parameter) => ({
    ...parameter,
    schema: { type: 'string', maxLength: 100 },
  }));
  return { method: 'GET', path, parameters, body: {}, secured: false, responses: {} };
});
