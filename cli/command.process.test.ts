import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const SCRIPT = `
  import { getPriority } from 'node:os';
  import { runCommand } from '${new URL('command.ts', import.meta.url)}';
  await runCommand({ usage: '', run: async () => console.log(getPriority()) });
`;

/** `added` is what its parent has lowered it by. */
async function priorityOfCommand(added: number): Promise<number> {
  const node = [process.execPath, '--input-type=module', '--eval', SCRIPT];
  const { stdout } = await promisify(execFile)('nice', ['-n', `${added}`, ...node]);
  return Number(stdout);
}

test('the server has priority over a command, which keeps a priority that is lower still', async () => {
  expect(await priorityOfCommand(0)).toBe(10);
  expect(await priorityOfCommand(19)).toBe(19);
});
