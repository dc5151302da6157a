import { isUploading } from '@longhand/response-cache';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createRequestLogging } from './logging.ts';
import { addCommonHooks } from './server-options.ts';

test('only an upload of somebody who is logged in makes a stop wait', async () => {
  const logger: FastifyBaseLogger = pino({ level: 'silent' });
  const app = Fastify({ loggerInstance: logger });
  addCommonHooks(app, createRequestLogging(readConfig({ LOG_ACCESS: 'off' }), logger), {});
  const uploading: boolean[] = [];
  const isLetIn = { authorization: 'Bearer token' };
  app.post(
    '/upload',
    {
      config: { isUpload: true },
      onRequest: async ({ headers }) => {
        if (!headers.authorization) throw new Error('not logged in');
      },
      onSend: async ({ socket }) => void uploading.push(isUploading(socket)),
    },
    async () => 'done',
  );
  await app.inject({ method: 'POST', url: '/upload' });
  await app.inject({ method: 'POST', url: '/upload', headers: isLetIn });
  expect(uploading).toEqual([false, true]);
});
