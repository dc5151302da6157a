import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../api/test/postgres-server.ts';
import { ensureChromium } from './chromium.ts';
import { HOSTILE_SITE, POSTGRES, portOf, SITES } from './sites.ts';

const CONFIG = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

/**
 * Every journey with both databases. Those that are made at several widths are made at one of them
 * with SQLite and at the others with PostgreSQL: what a database does, no width changes.
 */
const ON_SQLITE = ['laptop', 'phone-only'];
const ON_POSTGRES = ['phone', 'tablet', 'laptop-only'];

async function play(
  projects: readonly string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  const journeys = spawn(
    'playwright',
    [
      ...['test', '-c', CONFIG, ...process.argv.slice(2)],
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
const isWellOnSqlite = await play(ON_SQLITE);
console.log('With PostgreSQL:');
const postgres = await startPostgres();
for (const site of [...SITES, HOSTILE_SITE]) await postgres.createDatabase(`site_${portOf(site)}`);
const isWellOnPostgres = await play(ON_POSTGRES, { [POSTGRES]: postgres.url('site_') });
await postgres.stop();
process.exit(isWellOnSqlite && isWellOnPostgres ? 0 : 1);
