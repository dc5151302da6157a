import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = new Set<string>();
const children = new Map<ChildProcess, NodeJS.Signals>();

// Also after an unhandled error or Ctrl+C.
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

/** Killed when this process exits, so that it cannot write into a deleted folder. */
export function startChild(
  command: string,
  args: readonly string[],
  options: SpawnOptions = {},
  exitSignal: NodeJS.Signals = 'SIGKILL',
): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', ...options });
  children.set(child, exitSignal);
  child.once('exit', () => children.delete(child));
  return child;
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function stopChild(child: ChildProcess): Promise<void> {
  if (hasExited(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
