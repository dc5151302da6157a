import { versionListQuery } from '@longhand/contract/list-query';
import { post, postId, postVersion } from '@longhand/contract/posts';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { sendPart } from '../http/list-part.ts';
import { ProblemError } from '../http/problem.ts';
import { BEARER, failures } from '../http/responses.ts';
import { findPostVersion, listPostVersions } from './post-versions.repository.ts';
import { postExists } from './posts.repository.ts';
import { noSuchPost } from './prepare-post.ts';
import { explainCorruptSnapshot } from './snapshots.ts';

type Options = { db: Database };

const params = z.object({ id: postId });
const version = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be the number of a version')
  .transform(Number);

/** Registered behind the session. */
export const postVersionRoutes: FastifyPluginAsyncZod<Options> = async (app, { db }) => {
  app.get(
    '/posts/:id/revisions',
    {
      schema: {
        tags: ['Administration'],
        summary: 'The replaced versions of a post, newest first',
        security: BEARER,
        params,
        querystring: versionListQuery,
        response: { 200: z.array(postVersion), ...failures(400, 401, 404) },
      },
    },
    async (request, reply) => {
      const { params, query, log } = request;
      if (!(await postExists(db, params.id))) throw noSuchPost();
      const part = await listPostVersions(db, params.id, query, ({ message }) =>
        log.error(message),
      );
      return sendPart(request, reply, part);
    },
  );

  app.get(
    '/posts/:id/revisions/:version',
    {
      schema: {
        tags: ['Administration'],
        summary: 'A post as it was in a replaced version',
        security: BEARER,
        params: params.extend({ version }),
        response: { 200: post, ...failures(400, 401, 404, 503) },
      },
    },
    async ({ params: { id, version } }) => {
      if (!(await postExists(db, id))) throw noSuchPost();
      const found = await findPostVersion(db, id, version).catch((error) => {
        throw explainCorruptSnapshot(error, `Version ${version} of this post`);
      });
      if (!found) throw new ProblemError('not-found', 'The post has no such replaced version.');
      return found;
    },
  );
};
