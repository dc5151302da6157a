import type { Progress } from '@longhand/api/backups';

const SHOWN_EVERY_MS = 200;

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

export function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** Shows on a terminal how far it is, on one line that goes away with the last. */
export function showProgress(terminal: NodeJS.WriteStream = process.stderr) {
  let shownAt = 0;
  return {
    update({ files, of, bytes }: Progress): void {
      if (!terminal.isTTY || Date.now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = Date.now();
      const total = of > files ? ` of ${of}` : '';
      terminal.write(`\r\x1b[K${files}${total} files, ${inMegabytes(bytes)}`);
    },
    end(): void {
      if (terminal.isTTY) terminal.write('\r\x1b[K');
    },
  };
}
