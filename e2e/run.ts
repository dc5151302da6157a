import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from '../test-support/chromium.ts';
import { startPostgres } from '../test-support/postgres-server.ts';
import { POSTGRES, portOf, SITES } from './sites.ts';

const CONFIG = fileURLToPath(new URL('playwright.config.ts', import.meta.url));

/**
 * The tests that depend on the database: search and paging, versions and trash, sessions,
 * idempotency keys, edit conflicts, and backups. The API's own tests run on both databases.
 */
const ON_POSTGRES = [
  'backup',
  'blog',
  'buttons.long',
  'drafts-and-history',
  'editor-saving',
  'log-out-everywhere',
  'long-list',
].map((name) => `e2e/${name}.spec.ts`);

const [which, ...args] = process.argv.slice(2);

async function runTests(
  projects: readonly string[],
  files: readonly string[],
  environment: Record<string, string> = {},
): Promise<number> {
  const playwright = spawn(
    'playwright',
    [
      ...['test', '-c', CONFIG, ...files, ...args],
      ...projects.flatMap((name) => ['--project', name]),
    ],
    { stdio: 'inherit', env: { ...process.env, ...environment } },
  );
  const [code] = await once(playwright, 'exit');
  return code ?? 1;
}

async function runOnPostgres(): Promise<number> {
  const postgres = await startPostgres();
  for (const site of SITES) await postgres.createDatabase(`site_${portOf(site)}`);
  const code = await runTests(['laptop', 'long-laptop'], ON_POSTGRES, {
    [POSTGRES]: postgres.url('site_'),
  });
  await postgres.stop();
  return code;
}

// Ctrl+C reaches Playwright, too; exiting here ends PostgreSQL.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
ensureChromium();
const codes =
  which === 'long'
    ? [await runTests(['longest', 'long-laptop', 'long-phone'], []), await runOnPostgres()]
    : [await runTests(['laptop', 'phone'], [])];
process.exit(Math.max(...codes));
