import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
const children = new Map<ChildProcess, NodeJS.Signals>();

// However the bench ends, an unhandled failure and Ctrl+C included, nothing of it stays behind.
process.once('exit', () => {
  for (const [child, signal] of children) child.kill(signal);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1));

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-bench-'));
  folders.add(folder);
  return folder;
}

/** A process that ends with the bench: by force, lest it write into a folder that is gone. */
export function startChild(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
  lastSignal: NodeJS.Signals = 'SIGKILL',
): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', ...options });
  children.set(child, lastSignal);
  child.once('exit', () => children.delete(child));
  return child;
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
