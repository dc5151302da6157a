import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { picture, storedImage } from '../../../test-support/uploads.ts';
import { createDiskStore } from '../files/disk-store.ts';
import { ProblemError } from '../http/problem.ts';
import { validatorCompiler } from '../http/validation.ts';
import { createImageStore } from './image-store.ts';
import type { ImageWorker } from './image-worker.ts';
import { imageRoutes } from './images.routes.ts';

/** The routes of pictures, with a stored one, and a worker that answers as a test wants. */
async function startRoutes(makeVariant: ImageWorker['makeVariant']) {
  const log: string[] = [];
  const loggerInstance = pino(
    { level: 'warn' },
    { write: (line) => log.push(JSON.parse(line).msg) },
  );
  const app = Fastify({ loggerInstance });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const images = createImageStore(createDiskStore(temporaryFolder()));
  const { name, bytes } = await storedImage(await picture(400, 300).jpeg().toBuffer(), 'jpg');
  writeFileSync(join(images.folder, name), bytes);
  const worker = { makeVariant } as ImageWorker;
  await app.register(imageRoutes, { images, worker });
  onTestFinished(() => app.close());
  return { log, name, bytes, get: (url: string) => app.inject(url) };
}

test('a variant that cannot be created redirects to the upload without caching, and is not tried again', async () => {
  let tries = 0;
  const { log, name, bytes, get } = await startRoutes(async () => {
    tries += 1;
    throw new ProblemError('too-large', 'There is no memory for it.');
  });
  for (let time = 0; time < 3; time += 1) {
    const response = await get(`/uploads/320/${name}.avif`);
    expect(response.statusCode).toBe(302);
    expect(response.headers).toMatchObject({
      location: `/uploads/${name}`,
      'cache-control': 'no-store',
    });
  }
  expect(tries).toBe(1);
  expect(log).toEqual([expect.stringContaining('There is no memory for it.')]);
  expect((await get(`/uploads/${name}`)).rawPayload.equals(bytes)).toBe(true);
});

test('while the server is busy with others, it is the upload itself, and made the next time', async () => {
  let isBusy = true;
  const { log, name, get } = await startRoutes(async () => {
    if (isBusy) throw new ProblemError('unavailable', 'Later.', { retryAfter: 30 });
    return Buffer.from('the variant');
  });
  const early = await get(`/uploads/320/${name}.webp`);
  expect([early.statusCode, early.headers['cache-control']]).toEqual([302, 'no-store']);
  isBusy = false;
  const later = await get(`/uploads/320/${name}.webp`);
  expect(later.statusCode).toBe(200);
  expect(later.headers['cache-control']).toContain('immutable');
  expect(later.body).toBe('the variant');
  expect(log).toEqual([]);
});
