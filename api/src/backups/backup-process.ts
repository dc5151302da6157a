// Run as a process of its own, which takes an order and makes a backup: see backup-apart.ts.
import { setPriority } from 'node:os';
import type { ApartOrder } from './backup-apart.ts';
import { BackupError } from './backup-error.ts';
import { streamBackup, writeBackup } from './make-backup.ts';

const AFTER_THE_VISITORS = 10;

setPriority(AFTER_THE_VISITORS);
const { file, ...order }: ApartOrder = JSON.parse(process.argv[2] ?? '');
try {
  if (file === undefined) await streamBackup(order, process.stdout);
  else await writeBackup(order, file);
} catch (error) {
  process.stderr.write(
    error instanceof BackupError ? error.message : String((error as Error).stack),
  );
  process.exitCode = 1;
}
