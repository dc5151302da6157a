import type { Progress } from '@longhand/api/backups';
import { progressLine } from './progress-line.ts';

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

export function inKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000)} KB`;
}

export function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** How far a backup or a restore is. */
export function showProgress(terminal?: NodeJS.WriteStream) {
  const line = progressLine(terminal);
  return {
    update({ files, of, bytes }: Progress): void {
      const total = of > files ? ` of ${of}` : '';
      line.show(`${files}${total} files, ${inMegabytes(bytes)}`);
    },
    end: line.clear,
  };
}
