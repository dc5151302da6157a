import { readFileSync } from 'node:fs';

/** Ends the process with a sentence if this Node is too old. */
export function assertNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const needed = Number.parseInt(engines.node.replace('>=', ''), 10);
  if (Number.parseInt(process.versions.node, 10) >= needed) return;
  process.stderr.write(
    `\nIt needs Node ${needed} or newer, and this is ${process.version} (${process.execPath}). Install Node ${needed}, or run npm ci without --omit=dev, which brings one.\n`,
  );
  process.exit(1);
}
