import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Post, PostInput } from '@longhand/contract/posts';
import sharp from 'sharp';
import { createRandom, pick, type Random } from '../test-support/texts.ts';
import type { Known, Unanswered } from './kill-verdict.ts';

export type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: string }>;

export type WriteKind = Unanswered['kind'] | 'upload';

type UnansweredWrite = Unanswered | { readonly kind: 'upload' };

export type Writer = {
  /** By id; no other writer changes them. */
  readonly posts: Map<string, Known>;
  readonly uploads: Map<string, string>;
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
};

const MIX: readonly WriteKind[] = [
  ...Array<WriteKind>(6).fill('create'),
  ...Array<WriteKind>(12).fill('update'),
  ...Array<WriteKind>(3).fill('delete'),
  ...Array<WriteKind>(2).fill('restore'),
  ...Array<WriteKind>(3).fill('upload'),
];

function picture(random: Random): Promise<Buffer> {
  const side = () => 8 + Math.floor(random() * 40);
  const channel = () => Math.floor(random() * 256);
  const background = { r: channel(), g: channel(), b: channel() };
  return sharp({ create: { width: side(), height: side(), channels: 3, background } })
    .png()
    .toBuffer();
}

async function uploadForm(random: Random): Promise<FormData> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await picture(random))]), 'a.png');
  return form;
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
    uploads: new Map(),
    touched: new Set(),
    acknowledged: new Map(),
    unanswered: undefined,
    refusals: [],
    writeUntil,
  };

  function newText(): PostInput {
    written += 1;
    const word = `s${seed}w${number}n${written}z`;
    const images = [...writer.uploads.keys()];
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

  function nextWrite(): UnansweredWrite {
    const kind = pick(random, MIX);
    const before = pickPost(kind === 'restore');
    if (kind === 'upload') return { kind };
    if (kind === 'create' || !before) return { kind: 'create', input: newText() };
    return kind === 'update' ? { kind, before, input: newText() } : { kind, before };
  }

  async function perform(write: UnansweredWrite, send: Send) {
    switch (write.kind) {
      case 'create':
        return send('POST', '/api/admin/posts', write.input);
      case 'update':
        return send('PUT', `/api/admin/posts/${write.before.post.id}`, write.input);
      case 'delete':
        return send('DELETE', `/api/admin/posts/${write.before.post.id}`);
      case 'restore':
        return send('POST', `/api/admin/trash/${write.before.post.id}/restore`);
      case 'upload':
        return send('POST', '/api/admin/upload-image', await uploadForm(random));
    }
  }

  function remember(write: UnansweredWrite, body: string): void {
    writer.acknowledged.set(write.kind, (writer.acknowledged.get(write.kind) ?? 0) + 1);
    if (write.kind === 'upload') {
      const { url } = JSON.parse(body);
      writer.uploads.set(url, url.slice('/uploads/'.length).slice(0, 32));
      return;
    }
    const known = stateAfter(write, body);
    writer.posts.set(known.post.id, known);
    writer.touched.add(known.post.id);
  }

  async function writeUntil(send: Send, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const write = nextWrite();
      writer.unanswered = write;
      if (write.kind !== 'upload' && write.kind !== 'create')
        writer.touched.add(write.before.post.id);
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

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
