import { TRASH_DAYS } from '@longhand/contract/limits';
import {
  type TrashListQuery,
  trashListQuery,
  type VersionListQuery,
  versionListQuery,
} from '@longhand/contract/posts/post-lists';
import { searchQuery } from '@longhand/contract/posts/posts';
import { workingCopyId } from '@longhand/contract/working-copies';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Access } from '../http/access.ts';
import { type ListPart, sendPart } from '../http/list-part.ts';
import { notFound } from '../http/problem.ts';
import { failures, noContent, type Routes } from '../http/responses.ts';
import type { CopyForm, DocumentKind, UpdateOptions } from './document-kinds.ts';
import type { OnCorrupt } from './snapshots.ts';
import type { WorkingCopiesService } from './working-copies.service.ts';

/** Accepts `3`, `"3"` and `W/"3"`; `*` matches any version. */
const ifMatch = z
  .string()
  .regex(/^(?:\*|(?:W\/)?"?\d{1,9}"?)$/, 'must be a version, like "3"')
  .optional()
  .describe('The version that was edited; another one in the meantime is answered with 409.');

const ifNoneMatch = z
  .literal('*', { error: 'must be *' })
  .optional()
  .describe('There must be no working copy yet; one is answered with 409.');

export const workingCopyHeader = z
  .string()
  .regex(/^"?\d{1,9}"?$/, 'must be the version of a working copy, like "3"')
  .optional()
  .describe('The working copy that this saves: it is deleted if it has this version.');

export function expectedVersion(header: string | undefined): number | undefined {
  const digits = /\d+/.exec(header ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}

export function withVersion<Body extends { version: number }>(reply: FastifyReply, body: Body) {
  reply.header('etag', `"${body.version}"`);
  return body;
}

type Options = {
  readonly name: DocumentKind['name'];
  readonly id: z.ZodType<string, string>;
  readonly document: z.ZodType<{ version: number }>;
  readonly service: {
    update(id: string, input: object, options: UpdateOptions): Promise<{ version: number }>;
    delete(id: string): Promise<void>;
    listVersions(
      id: string,
      query: VersionListQuery,
      onCorrupt: OnCorrupt,
    ): Promise<ListPart<unknown>>;
    findVersion(id: string, version: number): Promise<{ version: number }>;
    listTrash(query: TrashListQuery, onCorrupt: OnCorrupt): Promise<ListPart<unknown>>;
    deleteForGood(id: string): Promise<void>;
    restore(id: string): Promise<{ version: number }>;
  };
  readonly input: z.ZodType<object>;
  /** Of a change, a deletion and a restore. With `write`, the service refuses what readers see. */
  readonly scope: 'write' | 'publish';
  /** Before the body is read, so that a refusal does not depend on it. */
  readonly assertMayChange?: (id: string, access: Access) => Promise<void>;
  /** Sentences that the descriptions of a change and a deletion end with. */
  readonly rules: { readonly change: string; readonly deletion: string };
  readonly versions: {
    readonly listed: z.ZodType;
    readonly first: 0 | 1;
    readonly description?: string;
  };
  readonly trash: {
    readonly path: string;
    readonly listed: z.ZodType;
    readonly deleteForGood: string;
    readonly restore: string;
  };
  readonly copies: {
    readonly path: string;
    readonly whole: z.ZodType<{ version: number }>;
    readonly listed: z.ZodType;
    readonly input: z.ZodType<{ base_version: number; form: CopyForm }>;
    /** Describes how the id of a new copy is chosen. */
    readonly newId: string;
    readonly service: WorkingCopiesService<CopyForm>;
    /** Undefined where there is no search. */
    readonly search?: (text: string) => Promise<unknown[]>;
  };
};

const changeRoutes: Routes<Options> = async (
  app,
  { name, id, document, input, service, scope, assertMayChange, rules: { change, deletion } },
) => {
  const params = z.object({ id });

  app.addHook('onRequest', async (request) => {
    const { data } = params.safeParse(request.params);
    if (data) await assertMayChange?.(data.id, request.access);
  });

  app.route({
    method: 'PUT',
    url: `/${name}s/:id`,
    config: { scope },
    schema: {
      summary: `Change a ${name}`,
      description: `Omitted fields stay as they are.${change}`,
      params,
      headers: z.object({ 'if-match': ifMatch, 'working-copy': workingCopyHeader }),
      body: input,
      response: { 200: document, ...failures(404, 409) },
    },
    handler: async ({ params, headers, body }, reply) => {
      const saved = await service.update(params.id, body, {
        version: expectedVersion(headers['if-match']),
        workingCopy: expectedVersion(headers['working-copy']),
      });
      return withVersion(reply, saved);
    },
  });

  app.route({
    method: 'DELETE',
    url: `/${name}s/:id`,
    config: { scope },
    schema: {
      summary: `Delete a ${name}`,
      description: `It is kept in the trash for ${TRASH_DAYS} days.${deletion}`,
      params,
      response: { 204: z.null().describe('Deleted'), ...failures(404) },
    },
    handler: ({ params }, reply) => noContent(reply, service.delete(params.id)),
  });
};

const versionRoutes: Routes<Options> = async (
  app,
  { name, id, document, service, versions: { listed, first, description } },
) => {
  const params = z.object({ id });
  const pattern = first === 0 ? /^(?:0|[1-9]\d{0,8})$/ : /^[1-9]\d{0,8}$/;
  const version = z.string().regex(pattern, 'must be the number of a version').transform(Number);

  app.route({
    method: 'GET',
    url: `/${name}s/:id/revisions`,
    schema: {
      summary: `The replaced versions of a ${name}, newest first`,
      ...(description !== undefined && { description }),
      params,
      querystring: versionListQuery,
      response: { 200: z.array(listed), ...failures(404) },
    },
    handler: async (request, reply) => {
      const { params, query, log } = request;
      const onCorrupt: OnCorrupt = ({ message }) => log.error(message);
      return sendPart(request, reply, await service.listVersions(params.id, query, onCorrupt));
    },
  });

  app.route({
    method: 'GET',
    url: `/${name}s/:id/revisions/:version`,
    schema: {
      summary: `A ${name} as it was in a replaced version`,
      params: params.extend({ version }),
      response: { 200: document, ...failures(404, 503) },
    },
    handler: ({ params: { id, version } }) => service.findVersion(id, version),
  });
};

const trashRoutes: Routes<Options> = async (
  app,
  { name, id, document, service, scope, trash: { path, listed, deleteForGood, restore } },
) => {
  const params = z.object({ id });

  app.route({
    method: 'GET',
    url: path,
    schema: {
      summary: `Deleted ${name}s that can be restored, the latest deletion first`,
      querystring: trashListQuery,
      response: { 200: z.array(listed) },
    },
    handler: async (request, reply) => {
      const { query, log } = request;
      const onCorrupt: OnCorrupt = ({ message }) => log.error(message);
      return sendPart(request, reply, await service.listTrash(query, onCorrupt));
    },
  });

  app.route({
    method: 'DELETE',
    url: `${path}/:id`,
    config: { scope: 'write' },
    schema: {
      summary: `Delete a ${name} permanently`,
      description: deleteForGood,
      params,
      response: { 204: z.null().describe('Deleted permanently'), ...failures(404) },
    },
    handler: ({ params }, reply) => noContent(reply, service.deleteForGood(params.id)),
  });

  app.route({
    method: 'POST',
    url: `${path}/:id/restore`,
    config: { scope },
    schema: {
      summary: `Restore a deleted ${name}`,
      description: restore,
      params,
      response: { 200: document, ...failures(404) },
    },
    handler: async (request, reply) => withVersion(reply, await service.restore(request.params.id)),
  });
};

const copyParams = z.object({ id: workingCopyId });
const copyQuery = z.object({ id: workingCopyId.optional() });
const searchableCopyQuery = copyQuery.extend({
  q: searchQuery.describe(
    'Only those with this text in title, excerpt, tags or visible content, in any case; also those of posts in the trash.',
  ),
});

const workingCopyRoutes: Routes<Options> = async (
  app,
  { name, copies: { path, whole, listed, input, newId, service, search } },
) => {
  const workingCopy = `working copy${name === 'page' ? ' of a page' : ''}`;

  app.route({
    method: 'GET',
    url: path,
    schema: {
      summary: `What is being worked on and not part of a ${name} yet, the latest change first`,
      description:
        'With an id: the whole working copy with this id, or an empty list. Unlike its own address, that is no error without one.',
      querystring: search ? searchableCopyQuery : copyQuery,
      response: { 200: z.array(z.union([whole, listed])), ...failures(503) },
    },
    handler: async ({ query }) => {
      const { id, q } = query as { id?: string; q?: string };
      if (search && q?.trim()) return search(q);
      if (id === undefined) return service.list();
      const found = await service.find(id);
      return found ? [found] : [];
    },
  });

  app.route({
    method: 'GET',
    url: `${path}/:id`,
    schema: {
      summary: `One ${workingCopy}`,
      params: copyParams,
      response: { 200: whole, ...failures(404, 503) },
    },
    handler: async (request, reply) => {
      const found = await service.find(request.params.id);
      if (!found) throw notFound('There is no working copy with this id.');
      return withVersion(reply, found);
    },
  });

  app.route({
    method: 'PUT',
    url: `${path}/:id`,
    config: { scope: 'write' },
    schema: {
      summary: `Save a ${workingCopy}`,
      description: `The ${name} itself does not change. The id is that of the ${name}, or for a ${name} that does not exist yet, ${newId}.`,
      params: copyParams,
      headers: z.object({ 'if-match': ifMatch, 'if-none-match': ifNoneMatch }),
      body: input,
      response: { 200: whole, ...failures(404, 409) },
    },
    handler: async ({ params: { id }, headers, body }, reply) => {
      const expected = headers['if-none-match'] ? 'none' : expectedVersion(headers['if-match']);
      return withVersion(reply, await service.save(id, body, expected));
    },
  });

  app.route({
    method: 'DELETE',
    url: `${path}/:id`,
    config: { scope: 'write' },
    schema: {
      summary: `Discard a ${workingCopy}`,
      description: `The ${name} itself does not change. Discarding none is no error.`,
      params: copyParams,
      headers: z.object({ 'if-match': ifMatch }),
      response: { 204: z.null().describe('Discarded'), ...failures(409) },
    },
    handler: ({ params: { id }, headers }, reply) =>
      noContent(reply, service.discard(id, expectedVersion(headers['if-match']))),
  });
};

/** Changing, versions, trash and working copies: what posts and pages have in common. */
export const documentRoutes: Routes<Options> = async (app, options) => {
  await app.register(changeRoutes, options);
  await app.register(versionRoutes, options);
  await app.register(trashRoutes, options);
  await app.register(workingCopyRoutes, options);
};
