import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Post, PostInput } from '@longhand/contract/posts';
import sharp from 'sharp';
import { createRandom, pick, type Random } from '../test-support/texts.ts';
import type { Known, Unanswered } from './kill-verdict.ts';

/** What is sent, and the one answer that means: it is done, for good. */
export type Send = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: string }>;

export type WriteKind = Unanswered['kind'] | 'upload';

/** An upload without an answer: whole under its name, or not there. */
type UnansweredWrite = Unanswered | { readonly kind: 'upload' };

export type Writer = {
  /** Its posts by id: nobody else writes them. */
  readonly posts: Map<string, Known>;
  readonly uploads: Map<string, string>;
  readonly touched: Set<string>;
  readonly acknowledged: Map<WriteKind, number>;
  unanswered: UnansweredWrite | undefined;
  /** Answers that say neither done nor gone: there should be none. */
  readonly refusals: string[];
  writeUntil: (send: Send, over: AbortSignal) => Promise<void>;
};

const DONE: Readonly<Record<WriteKind, number>> = {
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

/** The word that only one version of one post has, wherever it is looked for. */
export function wordOf({ title }: { title: string }): string {
  return title.split(' ').at(-1) ?? '';
}

/** Writes at full speed, each post its own, and remembers what every answer promised. */
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

  function one(inTrash: boolean): Known | undefined {
    const fitting = [...writer.posts.values()].filter((post) => post.inTrash === inTrash);
    return fitting.length > 0 ? pick(random, fitting) : undefined;
  }

  function nextWrite(): UnansweredWrite {
    const kind = pick(random, MIX);
    const before = one(kind === 'restore');
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
    const known = after(write, body);
    writer.posts.set(known.post.id, known);
    writer.touched.add(known.post.id);
  }

  async function writeUntil(send: Send, over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      const write = nextWrite();
      writer.unanswered = write;
      if (write.kind !== 'upload' && write.kind !== 'create')
        writer.touched.add(write.before.post.id);
      const answer = await perform(write, send).catch(() => undefined);
      if (!answer) return;
      if (answer.status !== DONE[write.kind]) {
        writer.refusals.push(`${write.kind}: ${answer.status} ${answer.body.slice(0, 300)}`);
        return;
      }
      remember(write, answer.body);
      writer.unanswered = undefined;
      // At times a moment between two writes: kills shall also come when nothing is under way.
      if (random() < 0.05) await wait(random() * 20);
    }
  }

  return writer;
}

function after(write: Unanswered, body: string): Known {
  if (write.kind === 'delete') return { ...write.before, inTrash: true };
  const post: Post = JSON.parse(body);
  if (write.kind === 'create') return { post, inTrash: false, history: [] };
  if (write.kind === 'restore') return { ...write.before, post, inTrash: false };
  return { post, inTrash: false, history: [...write.before.history, write.before.post] };
}

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32);
}
