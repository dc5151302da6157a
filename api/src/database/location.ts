/** Where a blog's database is: at an address, or in the folder of data. The settings are one. */
export type DatabaseLocation = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
};

/** Without the password, for messages and logs. */
export function nameOfDatabase(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

export function nameOfPlace({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === undefined ? dataDir : nameOfDatabase(databaseUrl);
}

/** Something the owner can put right; its message is for the terminal, without a stack. */
export class DatabaseStartError extends Error {}
