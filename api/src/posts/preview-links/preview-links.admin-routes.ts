import { PREVIEW_LINK_DAYS } from '@longhand/contract/limits';
import { postId } from '@longhand/contract/posts';
import {
  newPreviewLink,
  previewLink,
  previewLinkId,
  previewLinkInput,
} from '@longhand/contract/preview-links';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { BEARER, failures, writeFailures } from '../../http/responses.ts';
import type { PreviewLinksService } from './preview-links.service.ts';

type Options = { previewLinks: PreviewLinksService };

const params = z.object({ id: postId });

/** Registered behind the session. */
export const previewLinkAdminRoutes: FastifyPluginAsyncZod<Options> = async (
  app,
  { previewLinks },
) => {
  app.get(
    '/posts/:id/preview-links',
    {
      schema: {
        tags: ['Administration'],
        summary: 'The preview links of a post that work, the oldest first',
        security: BEARER,
        params,
        response: { 200: z.array(previewLink), ...failures(400, 401, 404) },
      },
    },
    (request) => previewLinks.list(request.params.id),
  );

  app.post(
    '/posts/:id/preview-links',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Create a preview link',
        description: `Whoever has it can read the post, with the changes in its working copy, for ${PREVIEW_LINK_DAYS.default} days unless the body says otherwise. A link of a draft leads to the post once it is public; one that is created while the post is public shows its private changes.`,
        security: BEARER,
        params,
        body: previewLinkInput,
        response: { 201: newPreviewLink, ...writeFailures(400, 404, 413, 415) },
      },
    },
    async ({ params: { id }, body }, reply) =>
      reply.code(201).send(await previewLinks.create(id, body.expires_in_days)),
  );

  app.delete(
    '/posts/:id/preview-links/:link',
    {
      schema: {
        tags: ['Administration'],
        summary: 'Revoke a preview link',
        security: BEARER,
        params: params.extend({ link: previewLinkId }),
        response: { 204: z.null().describe('Revoked'), ...writeFailures(400, 404) },
      },
    },
    async ({ params: { id, link } }, reply) => {
      await previewLinks.revoke(id, link);
      return reply.code(204).send(null);
    },
  );
};
