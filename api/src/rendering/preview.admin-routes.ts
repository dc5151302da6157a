import { preview, previewInput } from '@longhand/contract/posts/posts';
import { ProblemError } from '../http/problem.ts';
import type { Routes } from '../http/responses.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SiteService } from '../site/site.service.ts';

type Options = { posts: PostsService; site: Pick<SiteService, 'readLanguage'> };

/** Nobody reads this answer: the client has closed the connection. */
function abandoned(): ProblemError {
  return new ProblemError('unavailable', 'The preview was cancelled.', { retryAfter: 1 });
}

export const previewRoutes: Routes<Options> = async (app, { posts, site }) => {
  app.route({
    method: 'POST',
    url: '/preview',
    config: { scope: 'write' },
    schema: {
      summary: 'Render a text as readers would see it',
      description: 'Nothing is stored.',
      body: previewInput,
      response: { 200: preview },
    },
    handler: async (request, reply) => {
      const closed = new AbortController();
      reply.raw.once('close', () => closed.abort());
      try {
        const rendered = await posts.preview(request.body, closed.signal);
        const { label } = await site.readLanguage();
        return { ...rendered, content: label(rendered.content) };
      } catch (error) {
        throw closed.signal.aborted ? abandoned() : error;
      }
    },
  });
};
