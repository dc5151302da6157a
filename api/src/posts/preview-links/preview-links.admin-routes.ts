import { PREVIEW_LINK_DAYS } from '@longhand/contract/limits';
import { postId } from '@longhand/contract/posts/posts';
import {
  newPreviewLink,
  previewLink,
  previewLinkId,
  previewLinkInput,
} from '@longhand/contract/posts/preview-links';
import { z } from 'zod';
import { failures, noContent, type Routes } from '../../http/responses.ts';
import type { PreviewLinksService } from './preview-links.service.ts';

type Options = { previewLinks: PreviewLinksService };

const params = z.object({ id: postId });

export const previewLinkAdminRoutes: Routes<Options> = async (app, { previewLinks }) => {
  app.route({
    method: 'GET',
    url: '/posts/:id/preview-links',
    schema: {
      summary: 'The preview links of a post that work, the oldest first',
      params,
      response: { 200: z.array(previewLink), ...failures(404) },
    },
    handler: (request) => previewLinks.list(request.params.id),
  });

  app.route({
    method: 'POST',
    url: '/posts/:id/preview-links',
    config: { scope: 'write' },
    schema: {
      summary: 'Create a preview link',
      description: `Whoever has it can read the post, with the changes in its working copy, for ${PREVIEW_LINK_DAYS.default} days unless the body says otherwise. A link of a draft leads to the post once it is public; one that is created while the post is public shows its working copy.`,
      params,
      body: previewLinkInput,
      response: { 201: newPreviewLink, ...failures(404) },
    },
    handler: async ({ params: { id }, body }, reply) =>
      reply.code(201).send(await previewLinks.create(id, body.expires_in_days)),
  });

  app.route({
    method: 'DELETE',
    url: '/posts/:id/preview-links/:link',
    config: { scope: 'write' },
    schema: {
      summary: 'Revoke a preview link',
      params: params.extend({ link: previewLinkId }),
      response: { 204: z.null().describe('Revoked'), ...failures(404) },
    },
    handler: ({ params: { id, link } }, reply) => noContent(reply, previewLinks.revoke(id, link)),
  });
};
