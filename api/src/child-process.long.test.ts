import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

/** Is busy without end from when the child process has begun, which lowers its priority. */
const BUSY = `data:text/javascript,import { writeSync } from 'node:fs';
import { getPriority } from 'node:os';
setInterval(() => {
  if (getPriority() !== 10) return;
  writeSync(1, 'busy');
  for (;;);
}, 5);`;

/** Starts the child process as the server does, and says its id when it is busy. */
const PARENT = `
const { spawn } = require('node:child_process');
const args = [...process.argv.slice(1), String(process.pid)];
const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
child.stdout.once('data', () => console.log(child.pid));`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test.each([
  'imports/runs/import-child-process-entry.ts',
  'backups/backup-child-process-entry.ts',
  'exports/export-child-process-entry.ts',
])('%s ends with the server, although it is busy', async (program) => {
  const entry = fileURLToPath(new URL(program, import.meta.url));
  const args = ['-e', PARENT, '--', '--import', BUSY, entry];
  const parent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]();
  // None if the child process has failed.
  const pid = Number((await lines.next()).value);
  onTestFinished(() => {
    if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid)).toBe(false);
});
