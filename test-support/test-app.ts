import type { Post } from '@longhand/contract/posts/posts';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { hash } from '@node-rs/argon2';
import type { FastifyBaseLogger, FastifyInstance, InjectOptions } from 'fastify';
import pino, { type Logger } from 'pino';
import { expect, onTestFinished } from 'vitest';
import { buildApi } from '../api/src/app.ts';
import { createAuthService } from '../api/src/auth/auth.service.ts';
import { readConfig } from '../api/src/config/config.ts';
import { openFileStore } from '../api/src/files/open-store.ts';
import { createImageWorker, memoryForImages } from '../api/src/images/image-worker.ts';
import { type Renderer, renderInThisThread } from '../api/src/rendering/render.ts';
import type { DrawJob } from '../api/src/social/draw-picture.ts';
import { createWriteLimit } from '../api/src/writes/write-limit.ts';
import type { TestDatabase } from './dialects.ts';

export const PASSWORD = 'a password for tests';
/** With minimal cost, because nearly every test logs in. */
const passwordHash = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

let latestLogger: Logger = pino({ enabled: false });

/** Shared by all apps of this process, because it starts slowly; it logs to the latest app. */
const imageWorker = createImageWorker({
  log: new Proxy(latestLogger, {
    get: (_target, name: keyof Logger) => latestLogger[name],
  }) as FastifyBaseLogger,
  maxBytes: () => memoryForImages(1),
});

type LogLine = { level: number; msg: string; err?: { message: string } };

/** The real app on a new database, with a clock that tests can advance. */
export async function startTestApp(
  open: () => Promise<TestDatabase>,
  settings: Record<string, string> = {},
  // Why not in a worker: each would start slowly.
  renderer: Renderer = renderInThisThread,
) {
  const { db, dataDir, databaseUrl, remove, settings: databaseSettings = {} } = await open();
  const clock = { now: new Date('2026-01-01T12:00:00.000Z') };
  const log: LogLine[] = [];
  const logger = pino({ level: 'trace' }, { write: (line) => log.push(JSON.parse(line)) });
  latestLogger = logger;
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    // Warnings fail a test, and many try wrong passwords.
    LOG_LOGIN_FAILURES: 'off',
    ...databaseSettings,
    ...settings,
  });
  const drawJobs: DrawJob[] = [];
  // Why not in a child process: each would start slowly.
  const draw = async (job: DrawJob) => {
    drawJobs.push(job);
    const { drawPicture } = await import('../api/src/social/draw-picture.ts');
    return drawPicture(job);
  };
  const app = await buildApi({
    ...{ config, db, logger, draw, renderer },
    imageWorker: { ...imageWorker, end: async () => {} },
    clock: () => new Date(clock.now),
  });
  await app.ready();
  await db
    .insertInto('settings')
    .values({ name: 'admin_password_hash', value: await passwordHash })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const expectedErrors: RegExp[] = [];
  onTestFinished(async () => {
    await app.close();
    await remove();
    const errors = log
      .filter((line) => line.level >= 40)
      .map((line) => line.err?.message ?? line.msg);
    expect(errors).toEqual(expectedErrors.map((message) => expect.stringMatching(message)));
  });
  return {
    app,
    db,
    dataDir,
    databaseUrl,
    files: openFileStore(config),
    log,
    /** In the order in which the pictures were drawn. */
    drawJobs,
    auth: createAuthService(db, () => new Date(clock.now)),
    writes: createWriteLimit(db, () => new Date(clock.now), { writes: 1, uploads: 1 }),
    /** Any other warning or error in the log fails the test. */
    expectLoggedError: (message: string | RegExp) =>
      expectedErrors.push(
        typeof message === 'string' ? new RegExp(`^${RegExp.escape(message)}$`) : message,
      ),
    passTime: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
    ...client(app),
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

function client(app: FastifyInstance) {
  const request = (options: InjectOptions, token?: string) =>
    app.inject({
      ...options,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...options.headers },
    });
  return {
    request,
    get: (url: string, token?: string) => request({ method: 'GET', url }, token),
    async login(): Promise<string> {
      const response = await request({
        method: 'POST',
        url: '/api/login',
        payload: { username: 'admin', password: PASSWORD },
      });
      expect(response.statusCode).toBe(200);
      return response.json().access_token;
    },
    async createPost(token: string, fields: Record<string, unknown> = {}): Promise<Post> {
      const payload = { ...postFields, ...fields };
      const response = await request({ method: 'POST', url: '/api/admin/posts', payload }, token);
      expect(response.statusCode, response.body).toBe(201);
      return response.json();
    },
    async updatePost(token: string, id: string, fields: Record<string, unknown>): Promise<Post> {
      const payload = { ...postFields, ...fields };
      const url = `/api/admin/posts/${id}`;
      const response = await request({ method: 'PUT', url, payload }, token);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
    /** Of the post with this id, or with a key, of one that does not exist yet. */
    async saveWorkingCopy(
      token: string,
      id: string,
      form: WorkingCopy['form'],
    ): Promise<WorkingCopy> {
      const payload = { base_version: 0, form };
      const url = `/api/admin/working-copies/${id}`;
      const response = await request({ method: 'PUT', url, payload }, token);
      expect(response.statusCode, response.body).toBe(200);
      return response.json();
    },
  };
}

export const postFields = {
  title: 'A Post',
  content: '<p>Its content</p>',
  excerpt: 'Its excerpt',
  tags: ['Tech'],
  meta_title: null,
  meta_description: null,
  published: true,
  featured_image: null,
};

export function expectProblem(
  response: {
    statusCode: number;
    headers: Record<string, unknown>;
    body: string;
    json: () => unknown;
  },
  status: number,
  fields: Record<string, unknown> = {},
): void {
  expect(response.statusCode, response.body).toBe(status);
  expect(response.headers['content-type']).toBe('application/problem+json');
  expect(response.json()).toMatchObject({
    type: expect.stringMatching(/^urn:longhand:problem:[a-z-]+$/),
    title: expect.stringMatching(/\S/),
    status,
    detail: expect.stringMatching(/\S/),
    ...fields,
  });
  expect(response.body).not.toMatch(/node_modules|\.ts:|at Object|SQLITE|select |insert /i);
}
