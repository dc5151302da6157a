import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const RUN = fileURLToPath(new URL('run.js', import.meta.url));

/** Loaded before the command. */
const PRINT_AT_EXIT = `data:text/javascript,${encodeURIComponent(`
  import { readdirSync } from 'node:fs';
  import { getPriority } from 'node:os';
  process.on('exit', () => {
    const threads = readdirSync('/proc/self/task').map(Number);
    console.error(JSON.stringify(threads.map((thread) => getPriority(thread))));
  });
`)}`;

/** Of all its threads; `added` is what its parent has lowered it by. */
async function prioritiesOfCommand(added: number): Promise<Set<number>> {
  const node = [process.execPath, '--import', PRINT_AT_EXIT, RUN, 'export', '--help'];
  const { stderr } = await promisify(execFile)('nice', ['-n', `${added}`, ...node]);
  return new Set(JSON.parse(stderr));
}

test('the server has priority over a command, which keeps a priority that is lower still', async () => {
  expect(await prioritiesOfCommand(0)).toEqual(new Set([10]));
  expect(await prioritiesOfCommand(19)).toEqual(new Set([19]));
});
