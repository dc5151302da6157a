import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDialect } from '../../../../test-support/dialects.ts';
import { startTestApp } from '../../../../test-support/test-app.ts';
import { renderPost, renderPreview } from './render.ts';
import { createRenderWorker } from './render-in-worker.ts';

/** A block as long as they are coloured, in a language whose grammar is slow. */
const HARD_CODE = 'const a = { b: [1, "two", /four/g] }; // five\n'.repeat(900);

function post(content: string) {
  return { title: 'Title', excerpt: 'Excerpt', content };
}

function code(text: string): string {
  return `<p>Text</p><pre><code class="language-tsx">${text}</code></pre>`;
}

function startWorker() {
  const worker = createRenderWorker();
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

test('what nobody waits for any more does not hold up what comes after it', async () => {
  const worker = startWorker();
  await worker.renderPost(post(code('1')));
  const abandoned = new AbortController();
  const hard = worker.renderPost(post(code(HARD_CODE)), abandoned.signal);
  // It is being rendered by now, and ends with its thread.
  await wait(20);
  const waiting = worker.renderPost(post('<p>Next</p>'));
  abandoned.abort();
  await expect(hard).rejects.toThrow();
  expect((await waiting).public_content).toBe('<p>Next</p>');
});

test('a preview ends with the connection that asked for it, and is no failure', async () => {
  let aborted = 0;
  const site = await startTestApp(
    openDialect.sqlite,
    {},
    {
      renderPost,
      async renderPreview(_content, signal) {
        await new Promise<void>((resolve) => {
          signal?.addEventListener('abort', () => resolve());
        });
        aborted += 1;
        throw new Error('aborted');
      },
    },
  );
  const token = await site.login();
  const address = await site.app.listen({ port: 0, host: '127.0.0.1' });
  const hangUp = new AbortController();
  const response = fetch(`${address}/api/admin/preview`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: '<p>Text</p>' }),
    signal: hangUp.signal,
  });
  setTimeout(() => hangUp.abort(), 50);
  await expect(response).rejects.toThrow();
  while (aborted === 0) await wait(5);
  expect(aborted).toBe(1);
});
