import { setTimeout as wait } from 'node:timers/promises';
import type { Post, PostInput } from '@longhand/contract/posts/posts';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import { createRandom, pick, type Random } from '../test-support/texts.ts';
import { picture, uploadForm } from '../test-support/uploads.ts';
import type { CopyWrite, Known, Unanswered } from './after-kill.ts';

export type Send = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ status: number; body: string }>;

type UnansweredWrite = Unanswered | CopyWrite | { readonly kind: 'upload' };

export type WriteKind = UnansweredWrite['kind'];

export type Writer = {
  /** By id; no other writer changes them. */
  readonly posts: Map<string, Known>;
  readonly uploads: Set<string>;
  /** By id; also those of posts in the trash. */
  readonly copies: Map<string, WorkingCopy>;
  readonly touched: Set<string>;
  readonly acknowledged: Map<WriteKind, number>;
  unanswered: UnansweredWrite | undefined;
  /** Responses with an unexpected status. */
  readonly refusals: string[];
  writeUntil: (send: Send, stop: AbortSignal) => Promise<void>;
};

const SUCCESS_STATUS: Readonly<Record<WriteKind, number>> = {
  create: 201,
  update: 200,
  delete: 204,
  restore: 200,
  upload: 200,
  'working copy': 200,
};

/** How often each is chosen. */
const MIX: readonly WriteKind[] = Object.entries({
  create: 6,
  update: 12,
  delete: 3,
  restore: 2,
  upload: 3,
  'working copy': 12,
}).flatMap(([kind, times]) => Array<WriteKind>(times).fill(kind as WriteKind));

async function randomUpload(random: Random): Promise<FormData> {
  const side = () => 8 + Math.floor(random() * 40);
  const colour = Math.floor(random() * 0x1000000).toString(16);
  const image = picture(side(), side(), `#${colour.padStart(6, '0')}`);
  return uploadForm(await image.png().toBuffer());
}

function saving(copy: WorkingCopy | undefined): Record<string, string> {
  return copy ? { 'working-copy': `"${copy.version}"` } : {};
}

/** Unique to one version of one post. */
export function wordOf({ title }: { title: string }): string {
  return title.split(' ').at(-1) ?? '';
}

/** Writes at full speed and remembers what every response acknowledged. */
export function createWriter(number: number, seed: number): Writer {
  const random = createRandom(seed * 1_000 + number);
  let written = 0;

  const writer: Writer = {
    posts: new Map(),
    uploads: new Set(),
    copies: new Map(),
    touched: new Set(),
    acknowledged: new Map(),
    unanswered: undefined,
    refusals: [],
    writeUntil,
  };

  function newText(): PostInput {
    written += 1;
    const word = `s${seed}w${number}n${written}z`;
    const images = [...writer.uploads];
    return {
      title: `Post of writer ${number} ${word}`,
      content: `<p>${`The text of ${word} is long enough to be torn. `.repeat(1 + Math.floor(random() * 60))}</p>`,
      excerpt: `About ${word}`,
      tags: ['everybody', `writer ${number}`, `turn ${written % 7}`].slice(
        Math.floor(random() * 3),
      ),
      published: random() < 0.7,
      featured_image: images.length > 0 && random() < 0.5 ? pick(random, images) : null,
    };
  }

  function pickPost(inTrash: boolean): Known | undefined {
    const candidates = [...writer.posts.values()].filter((post) => post.inTrash === inTrash);
    return candidates.length > 0 ? pick(random, candidates) : undefined;
  }

  /** The working copy of a post that does not exist yet. */
  function pickUnfinished(): WorkingCopy | undefined {
    const candidates = [...writer.copies.values()].filter(({ post_id }) => post_id === null);
    return candidates.length > 0 && random() < 0.5 ? pick(random, candidates) : undefined;
  }

  function nextCopy(): CopyWrite {
    const post = random() < 0.6 ? pickPost(false)?.post : undefined;
    const { title, content, tags = [] } = newText();
    const id = post?.id ?? pickUnfinished()?.id ?? `key-s${seed}w${number}n${written}`;
    const form = { title, content, tags: tags.join(', ') };
    const input = { base_version: post?.version ?? 0, form };
    return { kind: 'working copy', id, replaced: writer.copies.get(id), input };
  }

  function nextWrite(): UnansweredWrite {
    const kind = pick(random, MIX);
    if (kind === 'upload') return { kind };
    if (kind === 'working copy') return nextCopy();
    const before = pickPost(kind === 'restore');
    if (kind === 'create' || !before)
      return { kind: 'create', input: newText(), copy: pickUnfinished() };
    if (kind !== 'update') return { kind, before };
    const copy = random() < 0.7 ? writer.copies.get(before.post.id) : undefined;
    return { kind, before, input: newText(), copy };
  }

  async function perform(write: UnansweredWrite, send: Send) {
    switch (write.kind) {
      case 'create':
        return send('POST', '/api/admin/posts', write.input, {
          ...(write.copy && { 'idempotency-key': write.copy.id }),
          ...saving(write.copy),
        });
      case 'update':
        return send(
          'PUT',
          `/api/admin/posts/${write.before.post.id}`,
          write.input,
          saving(write.copy),
        );
      case 'delete':
        return send('DELETE', `/api/admin/posts/${write.before.post.id}`);
      case 'restore':
        return send('POST', `/api/admin/trash/${write.before.post.id}/restore`);
      case 'upload':
        return send('POST', '/api/admin/upload-image', await randomUpload(random));
      case 'working copy':
        return send('PUT', `/api/admin/working-copies/${write.id}`, write.input, {
          ...(write.replaced
            ? { 'if-match': `"${write.replaced.version}"` }
            : { 'if-none-match': '*' }),
        });
    }
  }

  function remember(write: UnansweredWrite, body: string): void {
    writer.acknowledged.set(write.kind, (writer.acknowledged.get(write.kind) ?? 0) + 1);
    if (write.kind === 'upload') {
      writer.uploads.add(JSON.parse(body).url);
      return;
    }
    if (write.kind === 'working copy') {
      writer.copies.set(write.id, JSON.parse(body));
      return;
    }
    const known = stateAfter(write, body);
    if ('copy' in write && write.copy) writer.copies.delete(write.copy.id);
    writer.posts.set(known.post.id, known);
    writer.touched.add(known.post.id);
  }

  async function writeUntil(send: Send, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const write = nextWrite();
      writer.unanswered = write;
      if ('before' in write) writer.touched.add(write.before.post.id);
      const response = await perform(write, send).catch(() => undefined);
      if (!response) return;
      if (response.status !== SUCCESS_STATUS[write.kind]) {
        writer.refusals.push(`${write.kind}: ${response.status} ${response.body.slice(0, 300)}`);
        return;
      }
      remember(write, response.body);
      writer.unanswered = undefined;
      // Sometimes a pause, so that kills also happen while nothing is written.
      if (random() < 0.05) await wait(random() * 20);
    }
  }

  return writer;
}

function stateAfter(write: Unanswered, body: string): Known {
  if (write.kind === 'delete') return { ...write.before, inTrash: true };
  const post: Post = JSON.parse(body);
  if (write.kind === 'create') return { post, inTrash: false, history: [] };
  if (write.kind === 'restore') return { ...write.before, post, inTrash: false };
  return { post, inTrash: false, history: [...write.before.history, write.before.post] };
}
