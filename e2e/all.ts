import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from '../test-support/chromium.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import { POSTGRES, portOf, SITES } from './sites.ts';

const CONFIG = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

const EVERY_WIDTH = ['laptop', 'phone', 'tablet', 'phone-only'];

/**
 * Journeys through what another database does in another way: searching and paging, versions and
 * the trash, sessions, keys against a second post, edit conflicts, and a backup. The rest is what a
 * browser does, and the API's own tests run on both databases.
 */
const ON_POSTGRES = [
  'backup',
  'blog',
  'drafts-and-history',
  'editor-saving',
  'log-out-everywhere',
  'long-list',
].map((name) => `e2e/${name}.spec.ts`);

async function play(
  projects: readonly string[],
  files: readonly string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const journeys = spawn(
    'playwright',
    [
      ...['test', '-c', CONFIG, ...files, ...process.argv.slice(2)],
      ...projects.flatMap((name) => ['--project', name]),
    ],
    { stdio: 'inherit', env: { ...process.env, ...environment } },
  );
  const [code] = await once(journeys, 'exit');
  return code === 0;
}

// Whoever stops it stops the journeys, too; then what was started here ends with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
ensureChromium();
console.log('With SQLite:');
const isWellOnSqlite = await play(EVERY_WIDTH, []);
console.log('With PostgreSQL:');
const postgres = await startPostgres();
for (const site of SITES) await postgres.createDatabase(`site_${portOf(site)}`);
const isWellOnPostgres = await play(['laptop'], ON_POSTGRES, { [POSTGRES]: postgres.url('site_') });
await postgres.stop();
process.exit(isWellOnSqlite && isWellOnPostgres ? 0 : 1);
