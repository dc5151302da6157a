// Run as a process of its own, which takes an order and makes a backup: see backup-apart.ts.
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';
import type { ApartOrder, LastWords } from './backup-apart.ts';
import { BackupError } from './backup-error.ts';
import { streamBackup, writeBackup } from './make-backup.ts';

const AFTER_THE_VISITORS = 10;

/** The code of whatever failed first, by which others know what to do about it. */
function codeOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}

async function makeBackup(): Promise<LastWords> {
  const { file, ...order }: ApartOrder = JSON.parse(await text(process.stdin));
  try {
    const { warnings } =
      file === undefined
        ? await streamBackup(order, process.stdout)
        : await writeBackup(order, file);
    return { warnings };
  } catch (error) {
    process.exitCode = 1;
    const { message, stack } = error as Error;
    return { failed: error instanceof BackupError ? message : String(stack), code: codeOf(error) };
  }
}

setPriority(AFTER_THE_VISITORS);
process.stderr.write(JSON.stringify(await makeBackup()));
