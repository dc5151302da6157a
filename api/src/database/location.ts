/** `databaseUrl` is PostgreSQL; without it, SQLite in `dataDir`. */
export type DatabaseLocation = {
  readonly dataDir: string;
  readonly databaseUrl?: string | undefined;
};

/** Without user name and password, for messages and logs. */
export function redactDatabaseUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

export function describeLocation({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === undefined ? dataDir : redactDatabaseUrl(databaseUrl);
}

/** Caused by something the administrator can fix: the message is shown without a stack trace. */
export class DatabaseStartError extends Error {}
