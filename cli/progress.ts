import type { Progress } from '@longhand/api/backups';

const SHOWN_EVERY_MS = 200;

export function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

export function inKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000)} KB`;
}

export function counted(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

/** The line is only shown on a terminal. `clear` removes it. */
export function progressLine(terminal: NodeJS.WriteStream = process.stderr) {
  let shownAt = 0;
  return {
    show(text: string): void {
      if (!terminal.isTTY || Date.now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = Date.now();
      terminal.write(`\r\x1b[K${text}`);
    },
    clear(): void {
      shownAt = 0;
      if (terminal.isTTY) terminal.write('\r\x1b[K');
    },
  };
}

export function showProgress() {
  const line = progressLine();
  return {
    update({ files, of, bytes }: Progress): void {
      const total = of > files ? ` of ${of}` : '';
      line.show(`${files}${total} files, ${inMegabytes(bytes)}`);
    },
    end: line.clear,
  };
}
