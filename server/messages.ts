/** Lines in a box, for what must not be overlooked. */
export function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map((line) => line.length));
  const body = lines.map((line) => `│  ${line.padEnd(width)}  │`);
  const rule = '─'.repeat(width + 4);
  return [`┌${rule}┐`, ...body, `└${rule}┘`].join('\n');
}

export function passwordMessage(username: string, password: string): string {
  return box([
    'Your login, shown only this once:',
    '',
    `  Username  ${username}`,
    `  Password  ${password}`,
    '',
    'To set another one: npm run admin:password',
  ]);
}

export function startMessage(options: {
  siteName: string;
  siteUrl: string;
  address: string;
  dataDir: string;
}): string {
  return [
    `${options.siteName} is running.`,
    '',
    `  Site      ${options.siteUrl}/`,
    `  API       ${options.siteUrl}/api/docs`,
    `  Listens   ${options.address}`,
    `  Data      ${options.dataDir}`,
    '',
    'Press Ctrl+C to stop.',
  ].join('\n');
}
