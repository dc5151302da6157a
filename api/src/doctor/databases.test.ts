import { chmodSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { eachDialect } from '../../../test-support/dialects.ts';
import { examineSite, findings, startFullSite } from '../../../test-support/full-site.ts';
import { databaseFile } from '../database/location.ts';
import { openDatabaseReadOnly } from '../database/read-only.ts';

eachDialect(
  (open) => {
    test('a row without its post is found', async () => {
      const site = await startFullSite(open);
      await sql`pragma foreign_keys = off`.execute(site.db);
      await sql`insert into post_tags values ('x', 'y', 'Y', null)`.execute(site.db);
      expect(await examineSite(site)).toEqual([
        expect.stringMatching(/^error: .* 1 rows of post_tags refer to something.* → \S/),
      ]);
    });

    test('a corrupt search index is found', async () => {
      const site = await startFullSite(open);
      const raw = new SqliteDatabase(databaseFile(site.dataDir)).unsafeMode();
      raw.exec("delete from post_search_content; insert into post_search_content values (5, 'x')");
      raw.close();
      expect((await examineSite(site)).join()).toMatch(/The database is damaged: .*post_search/);
    });

    test('a missing or invalid database is reported without a stack', async () => {
      const { db, dataDir, remove } = await open();
      await db.destroy();
      const env = { DATA_DIR: dataDir };
      rmSync(databaseFile(dataDir));
      expect(await findings({ env })).toEqual([
        expect.stringMatching(/error: There is no database in .* → The first start creates one/),
      ]);
      writeFileSync(
        databaseFile(dataDir),
        'This is a text, and not a database at all.'.repeat(200),
      );
      const found = await findings({ env });
      expect(found.length).toBeGreaterThan(0);
      expect(found.join('\n')).toMatch(/error: .*file is not a database.*npm run restore -- FILE/);
      expect(found.join('\n')).not.toContain('.ts:');
      await remove();
      expect((await findings({ env })).join()).toContain('does not exist');
    });

    test('an empty database is reported, with what to do', async () => {
      const { db, dataDir, remove } = await open();
      onTestFinished(remove);
      await db.destroy();
      const file = databaseFile(dataDir);
      truncateSync(file);
      expect(await findings({ env: { DATA_DIR: dataDir } })).toEqual([
        expect.stringMatching(/error: The database .* is empty\. → .*npm run restore -- FILE/),
      ]);
      new SqliteDatabase(file).exec('create table other (name)').close();
      expect(await findings({ env: { DATA_DIR: dataDir } })).toEqual([
        expect.stringMatching(/error: .* does not contain a blog\. → .*npm run restore -- FILE/),
      ]);
    });

    test('checking a stopped blog leaves no new files', async () => {
      const { db, dataDir, remove } = await open();
      onTestFinished(remove);
      await db.destroy();
      const before = readdirSync(dataDir);
      await findings({ env: { DATA_DIR: dataDir } });
      expect(readdirSync(dataDir)).toEqual(before);
    });

    test('a database that every user may read is reported', async () => {
      const site = await startFullSite(open);
      chmodSync(databaseFile(site.dataDir), 0o644);
      expect(await examineSite(site)).toEqual([]);
      chmodSync(site.dataDir, 0o755);
      expect(await examineSite(site)).toEqual([
        expect.stringMatching(/^warning: Every user of this machine can read .*chmod 700/),
      ]);
    });

    test('a folder or backup that other users can access is reported', async () => {
      const site = await startFullSite(open);
      chmodSync(site.dataDir, 0o755);
      expect(await examineSite(site)).toEqual([]);
      const backups = join(site.dataDir, 'backups');
      mkdirSync(backups, { recursive: true });
      chmodSync(backups, 0o755);
      writeFileSync(join(backups, 'mine.tar.gz'), '', { mode: 0o644 });
      const warning = /^warning: Every user of this machine can read .*mine\.tar\.gz, .*chmod 700/;
      expect(await examineSite(site)).toEqual([expect.stringMatching(warning)]);
      chmodSync(backups, 0o700);
      expect(await examineSite(site)).toEqual([]);
      chmodSync(site.dataDir, 0o777);
      expect(await examineSite(site)).toEqual([
        expect.stringMatching(/^warning: Every user of this machine can write .*chmod 700/),
      ]);
    });
  },
  ['sqlite'],
);

eachDialect(
  (open) => {
    test('an unreachable or wrong database is reported, with what to do', async () => {
      const site = await open();
      onTestFinished(site.remove);
      onTestFinished(() => site.db.destroy());
      const at = async (change: (url: URL) => void) => {
        const url = new URL(site.databaseUrl ?? '');
        change(url);
        mkdirSync(join(site.dataDir, 'uploads'), { recursive: true });
        return findings({ env: { DATA_DIR: site.dataDir, DATABASE_URL: url.href } });
      };
      expect(
        await at((url) => {
          url.port = '1';
        }),
      ).toEqual([expect.stringMatching(/^error: .* nothing responds there.* → Fix that first/)]);
      expect(
        await at((url) => {
          url.pathname = 'nowhere';
        }),
      ).toEqual([expect.stringContaining('there is no such database')]);
      expect(
        await at((url) => {
          url.pathname = 'postgres';
        }),
      ).toEqual([
        expect.stringMatching(/^error: There is no blog in .* → The first start creates/),
      ]);
    });

    test('missing privileges and an unused database file are reported', async () => {
      const site = await startFullSite(open);
      const url = new URL(site.databaseUrl ?? '');
      const name = url.pathname.slice(1);
      await sql.raw(`create role ${name} login password 'p'`).execute(site.db);
      onTestFinished(() =>
        sql
          .raw(`drop owned by ${name}; drop role ${name}`)
          .execute(site.db)
          .then(() => {}),
      );
      await sql.raw(`grant select on all tables in schema public to ${name}`).execute(site.db);
      url.username = name;
      url.password = 'p';
      writeFileSync(databaseFile(site.dataDir), '');
      expect(await examineSite(site, { DATABASE_URL: url.href, WORKERS: '64' })).toEqual([
        expect.stringMatching(/^info: It contains longhand\.sqlite.* not used/),
        expect.stringMatching(
          /^error: This database user has no permission to read and write .*posts/,
        ),
        expect.stringMatching(/^warning: The database allows \d+ connections; with WORKERS=64/),
      ]);
    });

    test('the read-only connection does not block writers, and reads a consistent state', async () => {
      const site = await startFullSite(open);
      const reader = openDatabaseReadOnly(site);
      onTestFinished(() => reader.destroy());
      await reader.transaction().execute(async (trx) => {
        const count = () => trx.selectFrom('posts').select('id').execute();
        const before = await count();
        await site.createPost(site.token, { title: 'Meanwhile' });
        expect(await count()).toEqual(before);
      });
      await expect(reader.deleteFrom('posts').execute()).rejects.toThrow('read-only transaction');
    });
  },
  ['postgres'],
);
