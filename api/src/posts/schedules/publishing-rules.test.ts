import type { Post } from '@longhand/contract/posts/posts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eachDialect, type TestDatabase } from '../../../../test-support/dialects.ts';
import { startTestApp } from '../../../../test-support/test-app.ts';
import { POST_CHECKS } from '../check-posts.ts';

const MINUTE = 60_000;
/** Posts are told apart by their number. */
const POSTS = 3;

type Fields = {
  readonly published?: boolean;
  readonly published_at?: string | null;
  readonly publish_at?: string | null;
};

/** What the rules say about a post, written without looking at how they are implemented. */
type Model = {
  id: string;
  published: boolean;
  date: string | null;
  scheduled: string | null;
  wasPublic: boolean;
  isTrashed: boolean;
  version: number;
};

/** Times are minutes from the present of the test. */
type Call =
  | { readonly kind: 'save' | 'publish' | 'unpublish' | 'unschedule' | 'trash' | 'restore' }
  /** A working copy, which changes nothing of the post. */
  | { readonly kind: 'write' | 'discard' }
  | { readonly kind: 'schedule' | 'date' | 'schedule-with-date'; readonly minutes: number }
  | { readonly kind: 'clear-date'; readonly published: boolean | undefined }
  | { readonly kind: 'wait'; readonly minutes: number };

type Step = { readonly post: number; readonly call: Call };

const minutes = fc.integer({ min: -5, max: 5 });
const call: fc.Arbitrary<Call> = fc.oneof(
  fc.constantFrom(
    { kind: 'save' as const },
    { kind: 'publish' as const },
    { kind: 'unpublish' as const },
    { kind: 'unschedule' as const },
    { kind: 'trash' as const },
    { kind: 'restore' as const },
    { kind: 'write' as const },
    { kind: 'discard' as const },
  ),
  fc.record({
    kind: fc.constantFrom('schedule' as const, 'date' as const, 'schedule-with-date' as const),
    minutes,
  }),
  fc.record({
    kind: fc.constant('clear-date' as const),
    published: fc.constantFrom(true, false, undefined),
  }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 4 }) }),
);
const steps: fc.Arbitrary<Step[]> = fc.array(fc.record({ post: fc.nat(POSTS - 1), call }), {
  minLength: 5,
  maxLength: 25,
});

function fieldsOf(call: Call, at: (minutes: number) => string): Fields | undefined {
  switch (call.kind) {
    case 'save':
      return {};
    case 'publish':
      return { published: true };
    case 'unpublish':
      return { published: false };
    case 'unschedule':
      return { publish_at: null };
    case 'schedule':
      return { published: true, publish_at: at(call.minutes) };
    case 'date':
      return { published_at: at(call.minutes) };
    case 'schedule-with-date':
      return { publish_at: at(call.minutes), published_at: at(-1) };
    case 'clear-date':
      return {
        published_at: null,
        ...(call.published !== undefined && { published: call.published }),
      };
    default:
      return undefined;
  }
}

/** False if the call must be refused. */
function predictSave(model: Model, call: Call, at: (minutes: number) => string): boolean {
  const isPublishing = call.kind === 'publish' || (call.kind === 'clear-date' && call.published);
  if (call.kind === 'schedule' || call.kind === 'schedule-with-date') {
    if (call.minutes <= 0) return false;
    model.scheduled = at(call.minutes);
    model.published = false;
    if (!model.wasPublic) model.date = null;
    model.version += 1;
    return true;
  }
  if (call.kind === 'date' && call.minutes > 0) return false;
  const wasPublished = model.published;
  if (call.kind === 'unschedule') model.scheduled = null;
  if (isPublishing) {
    model.scheduled = null;
    model.published = true;
  }
  if (call.kind === 'unpublish' || (call.kind === 'clear-date' && call.published === false))
    model.published = false;
  if (model.scheduled === null) {
    if (call.kind === 'date') model.date = at(call.minutes);
    if (call.kind === 'clear-date' && !(wasPublished && model.published)) model.date = null;
    if (model.published) model.date ??= at(0);
  }
  if (model.published) model.wasPublic = true;
  model.version += 1;
  return true;
}

function predictScheduler(model: Model, now: string): void {
  if (model.isTrashed || model.scheduled === null || model.scheduled > now) return;
  model.date = (model.wasPublic ? model.date : null) ?? model.scheduled;
  Object.assign(model, { published: true, scheduled: null, wasPublic: true });
  model.version += 1;
}

async function startWithModels(open: () => Promise<TestDatabase>) {
  const site = await startTestApp(open);
  const token = await site.login();
  const clock = { ms: Date.parse('2026-01-01T12:00:00.000Z') };
  const at = (minutes: number) => new Date(clock.ms + minutes * MINUTE).toISOString();
  const send = (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    site.request({ method, url: `/api/admin${url}`, ...(payload && { payload }) }, token);
  const text = (n: number) => ({
    title: `Post ${n}`,
    excerpt: 'Short',
    content: `<p>Word${n}</p>`,
  });

  async function create(n: number): Promise<Model> {
    const { id }: Post = (
      await send('POST', '/posts', { ...text(n), tags: [`Topic ${n}`] })
    ).json();
    const state = { published: false, date: null, scheduled: null };
    return { id, ...state, wasPublic: false, isTrashed: false, version: 1 };
  }

  async function pass(minutes: number): Promise<void> {
    clock.ms += minutes * MINUTE;
    site.passTime(minutes * MINUTE);
    // Twice: the first may wait for a run that began before.
    await site.app.scheduler.tick();
    await site.app.scheduler.tick();
  }

  return { ...site, token, at, send, text, create, pass };
}

type Site = Awaited<ReturnType<typeof startWithModels>>;

function expectPredicted(post: Post, model: Model): void {
  const { published, published_at, publish_at, version } = post;
  expect({ published, published_at, publish_at, version }).toEqual({
    published: model.published,
    published_at: model.date,
    publish_at: model.scheduled,
    version: model.version,
  });
  // Whatever the model says.
  if (published) expect([typeof published_at, publish_at]).toEqual(['string', null]);
  if (publish_at !== null) expect(published).toBe(false);
  if (publish_at !== null && !model.wasPublic) expect(published_at).toBeNull();
}

async function take(site: Site, models: readonly Model[], { post, call }: Step): Promise<void> {
  const model = models[post] as Model;
  const { at, send } = site;
  if (call.kind === 'wait') {
    await site.pass(call.minutes);
    for (const each of models) predictScheduler(each, at(0));
    return;
  }
  if (call.kind === 'trash') {
    const { statusCode } = await send('DELETE', `/posts/${model.id}`);
    expect(statusCode).toBe(model.isTrashed ? 404 : 204);
    model.isTrashed = true;
    return;
  }
  if (call.kind === 'restore') {
    const { statusCode } = await send('POST', `/trash/${model.id}/restore`);
    expect(statusCode).toBe(model.isTrashed ? 200 : 404);
    model.isTrashed = false;
    if (model.scheduled !== null && model.scheduled <= at(0)) model.scheduled = null;
    return;
  }
  if (call.kind === 'write' || call.kind === 'discard') {
    const url = `/api/admin/working-copies/${model.id}`;
    await site.request({ method: 'DELETE', url }, site.token);
    if (call.kind === 'discard') return;
    const form = { title: 'Unfinished', published: true, publish_at: at(1) };
    const payload = { base_version: model.version, form };
    const headers = { 'if-none-match': '*' };
    const response = await site.request({ method: 'PUT', url, payload, headers }, site.token);
    expect(response.statusCode, response.body).toBe(model.isTrashed ? 404 : 200);
    return;
  }
  const payload = { ...site.text(post), ...fieldsOf(call, at) };
  const response = await send('PUT', `/posts/${model.id}`, payload);
  if (model.isTrashed) {
    expect(response.statusCode).toBe(404);
    return;
  }
  const isAccepted = predictSave(model, call, at);
  expect(response.statusCode, response.body).toBe(isAccepted ? 200 : 400);
  if (isAccepted) expectPredicted(response.json(), model);
}

/** What the administrator and the public see. */
async function compare(site: Site, models: readonly Model[]): Promise<void> {
  const json = async (url: string) => (await site.get(url, site.token)).json();
  const all: Post[] = await json('/api/admin/posts?view=summary');
  for (const model of models) {
    const found = all.find(({ id }) => id === model.id);
    expect(found === undefined).toBe(model.isTrashed);
    if (found) expectPredicted(found, model);
  }
  const seen = models.filter(({ published, isTrashed }) => published && !isTrashed);
  const list: Post[] = await json('/api/posts?view=summary');
  expect(list.map(({ id }) => id).toSorted()).toEqual(seen.map(({ id }) => id).toSorted());
  const dates = list.map(({ published_at }) => published_at);
  expect(dates).toEqual(dates.toSorted().toReversed());
  for (const [n, model] of models.entries()) {
    const isSeen = seen.includes(model);
    const expected = isSeen ? [model.id] : [];
    expect((await site.get(`/api/posts/post-${n}`)).statusCode).toBe(isSeen ? 200 : 404);
    for (const query of [`q=word${n}`, `tag=topic ${n}`])
      expect((await json(`/api/posts?${query}`)).map(({ id }: Post) => id)).toEqual(expected);
  }
  for (const { find } of POST_CHECKS)
    for await (const problem of find(site.db)) expect.fail(problem);
}

eachDialect((open) => {
  test('whatever is done to posts, their dates agree and the public sees what the rules say', async () => {
    const site = await startWithModels(open);
    const property = fc.asyncProperty(steps, async (sequence) => {
      for (const table of [
        'posts',
        'trashed_posts',
        'post_revisions',
        'slugs',
        'working_copies',
      ] as const)
        await site.db.deleteFrom(table).execute();
      const models: Model[] = [];
      for (let n = 0; n < POSTS; n += 1) models.push(await site.create(n));
      for (const step of sequence) await take(site, models, step);
      await compare(site, models);
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
