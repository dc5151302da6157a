import { previewedPost } from '@longhand/contract/posts/preview-links';
import { compressPayload, SECRET_LINK_HEADERS } from '@longhand/response-cache';
import { z } from 'zod';
import { notFound } from '../../http/problem.ts';
import { failures, type Routes } from '../../http/responses.ts';
import type { SiteService } from '../../site/site.service.ts';
import type { PreviewLinksService } from './preview-links.service.ts';

type Options = {
  previewLinks: PreviewLinksService;
  site: Pick<SiteService, 'readLanguage'>;
};

export const previewLinkRoutes: Routes<Options> = async (app, { previewLinks, site }) => {
  app.addHook('onSend', compressPayload);
  app.route({
    method: 'GET',
    url: '/preview/:token',
    schema: {
      summary: 'A post or changes that are not public, by the token of a preview link',
      description:
        'With the changes in its working copy. While the post is public: 307 to it, unless the link was created while it was and there are changes. The same 404 for every token that does not work.',
      params: z.object({ token: z.string() }),
      response: {
        200: previewedPost,
        307: z.null().describe('The post is public, and the link shows nothing else'),
        ...failures(404),
      },
    },
    handler: async ({ params: { token } }, reply) => {
      reply.headers(SECRET_LINK_HEADERS);
      const linked = await previewLinks.find(token);
      if (!linked) throw notFound('This preview link does not work.');
      if (linked.preview) {
        const { label } = await site.readLanguage();
        return { ...linked.preview, content: label(linked.preview.content) };
      }
      return (
        reply
          .code(307)
          .header('location', `/api/posts/${linked.slug}`)
          // The default serializer would send `null`.
          .serializer(() => '')
          .send(null)
      );
    },
  });
};
