import { expect, test } from 'vitest';
import { whenIdle } from './when-idle.ts';

test('a task is run although the page is never idle', async () => {
  let isBusy = true;
  function workThroughTheFrame(): void {
    const end = performance.now() + 30;
    while (performance.now() < end);
    if (isBusy) requestAnimationFrame(workThroughTheFrame);
  }
  requestAnimationFrame(workThroughTheFrame);
  let hasRun = false;
  whenIdle(() => {
    hasRun = true;
  });
  await expect.poll(() => hasRun).toBe(true);
  isBusy = false;
});
