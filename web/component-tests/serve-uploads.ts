import { createReadStream } from 'node:fs';
import type { Plugin } from 'vite';

const PICTURE = new URL('../../e2e/leaf.webp', import.meta.url);

/** Every upload is the same picture. */
export function serveUploads(): Plugin {
  return {
    name: 'serve-uploads',
    configureServer({ middlewares }) {
      middlewares.use('/uploads', (_request, response) => {
        response.setHeader('content-type', 'image/webp');
        createReadStream(PICTURE).pipe(response);
      });
    },
  };
}
