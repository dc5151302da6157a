const SHOWN_EVERY_MS = 200;

/** Shows on a terminal how far something is, on one line that goes away with `clear`. */
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
