import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDialect } from '../../../test-support/dialects.ts';
import { startTestApp } from '../../../test-support/test-app.ts';
import { NestedTooDeeplyError } from './html-tree.ts';
import { renderInThisThread, renderPost, renderPreview } from './render.ts';
import { createRenderWorker } from './render-in-worker.ts';
import { RenderQueueFullError, RenderTimeoutError, type ThreadLimits } from './render-thread.ts';

/** A block as long as they are coloured, in a language whose grammar is slow. */
const HARD_CODE = 'const a = { b: [1, "two", /four/g] }; // five\n'.repeat(900);

function post(content: string) {
  return { title: 'Title', excerpt: 'Excerpt', content };
}

function code(text: string): string {
  return `<p>Text</p><pre><code class="language-tsx">${text}</code></pre>`;
}

const LONG_TEXT = '<p>Some <b>words</b> &amp; more</p>'.repeat(500);

function startWorker(previewLimits: Partial<ThreadLimits> = {}) {
  const worker = createRenderWorker(previewLimits);
  onTestFinished(() => worker.close());
  return worker;
}

test('a worker makes of a post what this thread would make', async () => {
  const hard = post(code('const a = 1;'));
  const rendered = await startWorker().renderPost(hard);
  expect(rendered.public_content).toContain('class="code-');
  expect(rendered).toEqual(await renderPost(hard));
});

test('a worker makes of a preview what this thread would make', async () => {
  const content = '<p onclick="x()">Text';
  const preview = await startWorker().renderPreview(content);
  expect(preview.removed_count).toBe(1);
  expect(preview).toEqual(await renderPreview(content));
});

test('while a hard text is rendered, this thread has time for readers', async () => {
  const worker = startWorker();
  const hard = post(code(HARD_CODE));
  // Whatever is loaded once is loaded before.
  await worker.renderPost(post(code('1')));
  await renderPost(post(code('1')));
  const start = performance.eventLoopUtilization();
  await worker.renderPost(hard);
  const byWorker = performance.eventLoopUtilization(start);
  const between = performance.eventLoopUtilization();
  await renderPost(hard);
  const here = performance.eventLoopUtilization(between);
  expect(byWorker.active).toBeLessThan(here.active / 4);
});

/** Nothing that another thread sends is received meanwhile. */
function blockThisThread(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

test('a preview that is aborted when its result is on the way takes no save with it', async () => {
  const worker = startWorker();
  await worker.renderPost(post('<p>1</p>'));
  await worker.renderPreview('<p>1</p>');
  async function abortLate(): Promise<'fulfilled' | 'rejected'> {
    const closed = new AbortController();
    const preview = worker.renderPreview('<p>Preview</p>', { signal: closed.signal });
    const save = worker.renderPost(post('<p>Saved</p>'));
    // The turn in which the preview reaches its thread.
    await wait(0);
    blockThisThread(200);
    closed.abort();
    const [{ status }] = await Promise.allSettled([preview]);
    expect((await save).public_content).toBe('<p>Saved</p>');
    return status;
  }
  // Its result may be received in that turn: then nothing was aborted.
  await expect.poll(abortLate).toBe('rejected');
});

function countThreads() {
  let started = 0;
  const count = () => {
    started += 1;
  };
  process.on('worker', count);
  onTestFinished(() => void process.off('worker', count));
  return () => started;
}

test('aborted previews do not end their thread', async () => {
  const threads = countThreads();
  const worker = startWorker();
  await worker.renderPreview('<p>1</p>');
  for (let n = 0; n < 10; n += 1) {
    const closed = new AbortController();
    const preview = worker.renderPreview(LONG_TEXT, { signal: closed.signal });
    await wait(5);
    closed.abort();
    await preview.catch(() => {});
  }
  expect((await worker.renderPreview('<p>Last</p>')).content).toBe('<p>Last</p>');
  expect(threads()).toBe(1);
});

test('a save does not wait for previews', async () => {
  const worker = startWorker();
  await worker.renderPost(post('<p>1</p>'));
  const finished: string[] = [];
  const previews = Array.from({ length: 5 }, () =>
    worker.renderPreview(LONG_TEXT).then(() => finished.push('preview')),
  );
  await worker.renderPost(post('<p>Saved</p>')).then(() => finished.push('save'));
  await Promise.all(previews);
  expect(finished).toHaveLength(6);
  expect(finished.at(-1)).toBe('preview');
});

test('a preview that nobody waits for and that takes long ends with its thread', async () => {
  const threads = countThreads();
  const worker = startWorker({ abortedTimeoutMs: 0 });
  await worker.renderPreview('<p>1</p>');
  const closed = new AbortController();
  const hard = worker.renderPreview(LONG_TEXT.repeat(10), { signal: closed.signal });
  const waiting = worker.renderPreview('<p>Next</p>');
  closed.abort();
  await expect(hard).rejects.toThrow();
  expect((await waiting).content).toBe('<p>Next</p>');
  expect(threads()).toBe(2);
});

test('a render that takes too long is an error of its own, and its thread ended', async () => {
  const worker = startWorker({ timeoutMs: 1 });
  const tooLong = worker.renderPreview(LONG_TEXT);
  await expect(tooLong).rejects.toThrow(RenderTimeoutError);
  expect((await worker.renderPost(post('<p>Saved</p>'))).public_content).toBe('<p>Saved</p>');
});

test('only so many previews wait, and one that nobody waits for makes room', async () => {
  const worker = startWorker({ maxQueued: 1 });
  const closed = new AbortController();
  const first = worker.renderPreview('<p>1</p>');
  const second = worker.renderPreview('<p>2</p>', { signal: closed.signal });
  await expect(worker.renderPreview('<p>3</p>')).rejects.toThrow(RenderQueueFullError);
  closed.abort();
  const fourth = worker.renderPreview('<p>4</p>');
  await expect(second).rejects.toThrow();
  expect([(await first).content, (await fourth).content]).toEqual(['<p>1</p>', '<p>4</p>']);
});

test('an error in the thread is one of the caller, and the next task is done', async () => {
  const worker = startWorker();
  const content = Symbol('not a text') as unknown as string;
  await expect(worker.renderPost(post(content))).rejects.toThrow('could not be cloned');
  await expect(worker.renderPost(post(7 as unknown as string))).rejects.toThrow(TypeError);
  expect((await worker.renderPost(post('<p>Saved</p>'))).public_content).toBe('<p>Saved</p>');
});

test('the text of a content is read in a thread, too', async () => {
  const worker = startWorker();
  expect(await worker.renderText('<p class="x">Sea &amp; tide')).toEqual({
    visibleContent: 'Sea & tide',
  });
  await expect(worker.renderText('<div>'.repeat(2_000))).rejects.toThrow(NestedTooDeeplyError);
});

test('a preview ends with the connection that asked for it, and is no failure', async () => {
  let aborted = 0;
  const hangUp = new AbortController();
  const site = await startTestApp(
    openDialect.sqlite,
    {},
    {
      ...renderInThisThread,
      async renderPreview(_content, { signal } = {}) {
        await new Promise<void>((resolve) => {
          signal?.addEventListener('abort', () => resolve());
          hangUp.abort();
        });
        aborted += 1;
        throw new Error('aborted');
      },
    },
  );
  const token = await site.login();
  const address = await site.app.listen({ port: 0, host: '127.0.0.1' });
  const response = fetch(`${address}/api/admin/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: '<p>Text</p>' }),
    signal: hangUp.signal,
  });
  await expect(response).rejects.toThrow();
  while (aborted === 0) await wait(5);
  expect(aborted).toBe(1);
});
