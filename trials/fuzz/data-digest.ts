import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** Tables that refused requests may change. */
const NOT_CONTENT = [
  'sessions',
  'login_attempts',
  'write_counts',
  'download_tickets',
  'unreferenced_uploads',
];

/** The log of what happened has an entry for a failed login. */
const CONTENT_OF: Readonly<Record<string, string>> = {
  events: `events where kind <> 'login.failed'`,
};

/** The digest is equal as long as no content has changed. */
export function watchData(folder: string) {
  const db = new Sqlite(join(folder, 'longhand.sqlite'), { readonly: true });
  const tables = db
    .prepare(`select name from sqlite_master where type = 'table' order by name`)
    .pluck()
    .all()
    .map(String)
    .filter((name) => !NOT_CONTENT.includes(name));
  let version: unknown;
  let rows = '';

  function digestRows(): string {
    const hash = createHash('sha256');
    db.transaction(() => {
      for (const name of tables)
        for (const row of db
          .prepare(`select * from ${CONTENT_OF[name] ?? `"${name}"`}`)
          .raw()
          .iterate())
          hash.update(JSON.stringify(row));
    })();
    return hash.digest('hex');
  }

  function listUploads(): string[] {
    const uploads = join(folder, 'uploads');
    return readdirSync(uploads).filter((name) => statSync(join(uploads, name)).isFile());
  }

  return {
    digest(): string {
      // Changes with every commit of another connection, and is cheap to read.
      const now = db.pragma('data_version', { simple: true });
      if (now !== version) rows = digestRows();
      version = now;
      return `${rows} ${listUploads().toSorted().join()}`;
    },
    close: () => db.close(),
  };
}
