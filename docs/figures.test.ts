import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const WORDS = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
];

/** 37,275 or 5_000 or seven. */
function toNumber(text = ''): number {
  const word = WORDS.indexOf(text);
  return word >= 0 ? word : Number(text.replaceAll(/[,_]/g, ''));
}

/** The first factor of a constant: 14 of `14 * DAY_MS`. */
function constant(path: string, name: string): number {
  return toNumber(new RegExp(`\\b${name} = ([\\d_]+)`).exec(read(path))?.[1]);
}

/** What the pattern finds in a document, however its lines are broken. */
function figure(path: string, pattern: string): number {
  const text = read(path).replaceAll(/\s+/g, ' ');
  return toNumber(new RegExp(pattern).exec(text)?.[1]);
}

const UNITS = { seconds: 1_000, GB: 1_024 };

test.each([
  ['README.md', 'trash for (\\d+) days', 'contract/src/limits.ts', 'TRASH_DAYS', 1],
  [
    'README.md',
    'removed after (\\d+) days',
    'api/src/images/uploads.service.ts',
    'UNREFERENCED_DAYS',
    1,
  ],
  [
    'SECURITY.md',
    'ends (\\d+) days after its last',
    'api/src/auth/sessions.ts',
    'IDLE_TIMEOUT_MS',
    1,
  ],
  [
    'docs/proxies.md',
    'share (\\w+) failed logins',
    'api/src/auth/login-limit.ts',
    'PER_ADDRESS',
    1,
  ],
  ['docs/proxies.md', 'imports \\((\\d+) MB', 'contract/src/limits.ts', 'MAX_IMPORT_MB', 1],
  [
    'docs/proxies.md',
    'pictures \\((\\d+) MB',
    'contract/src/media/image-names.ts',
    'MAX_UPLOAD_BYTES',
    1,
  ],
  [
    'docs/proxies.md',
    'subscribers \\((\\d+) MB',
    'api/src/newsletter/subscribers/subscribers.admin-routes.ts',
    'CSV_LIMIT',
    1,
  ],
  [
    'docs/proxies.md',
    'client_max_body_size (\\d+)k',
    'api/src/newsletter/subscribers/newsletter.routes.ts',
    'BODY_LIMIT',
    1,
  ],
  [
    'docs/deploy.md',
    'last (\\w+) upgrades',
    'api/src/database/sqlite/migration-snapshots.ts',
    'MAX_SNAPSHOTS',
    1,
  ],
  ['SECURITY.md', 'at the latest (\\d+) days', 'api/src/auth/sessions.ts', 'MAX_LIFETIME_MS', 1],
  [
    'docs/deploy.md',
    '(\\d+) MB for the server',
    'api/src/images/image-worker.ts',
    'SERVER_BYTES',
    1,
  ],
  [
    'docs/deploy.md',
    'and at most (\\d+) GB',
    'api/src/images/image-worker.ts',
    'MOST_BYTES',
    UNITS.GB,
  ],
  [
    'docs/deploy.md',
    'refused within (\\d+) seconds',
    'api/src/images/image-worker.ts',
    'TIMEOUT_MS',
    UNITS.seconds,
  ],
  ['docs/deploy.md', 'at most ([\\d,]+) bytes', 'server/log-output.ts', 'MAX_WRITE_BYTES', 1],
  [
    'docs/deploy.md',
    'uses up to (\\w+) connections',
    'api/src/database/postgres/postgres-dialect.ts',
    'POOL_SIZE',
    1,
  ],
  [
    'docs/deploy.md',
    'limited to (\\d+), 10 and',
    'api/src/database/postgres/postgres-dialect.ts',
    'STATEMENT_TIMEOUT_MS',
    UNITS.seconds,
  ],
  [
    'docs/deploy.md',
    '(\\d+) and 15 seconds',
    'api/src/database/postgres/postgres-dialect.ts',
    'LOCK_TIMEOUT_MS',
    UNITS.seconds,
  ],
  [
    'docs/deploy.md',
    'can sign up (\\d+) addresses an hour',
    'api/src/newsletter/subscribers/signups.service.ts',
    'SIGNUPS_PER_HOUR',
    1,
  ],
  [
    'docs/deploy.md',
    '(\\w+) confirmation mails an hour',
    'api/src/newsletter/subscribers/signups.service.ts',
    'MAILS_PER_HOUR',
    1,
  ],
  [
    'docs/deploy.md',
    'an hour and (\\w+) a day',
    'api/src/newsletter/subscribers/signups.service.ts',
    'MAILS_PER_DAY',
    1,
  ],
  [
    'docs/deploy.md',
    'all together (\\d+) an hour',
    'api/src/newsletter/subscribers/signups.service.ts',
    'BLOG_MAILS_PER_HOUR',
    1,
  ],
  [
    'docs/deploy.md',
    'deleted after (\\w+) days',
    'api/src/newsletter/subscribers/signups.service.ts',
    'CONFIRM_LINK_VALID_MS',
    1,
  ],
])('%s: “%s” is what the software does', (document, pattern, source, name, unit) => {
  const value = constant(source, name);
  expect(value).toBeGreaterThan(0);
  expect(figure(document, pattern) * unit).toBe(value);
});

/** The first number in a column of a row; of the last table that has it. */
function measured(row: string, column: number): number {
  const rows = read('docs/performance.md').split('\n');
  const cells = rows.findLast((line) => line.startsWith(`| ${row} `))?.split('|') ?? [];
  return toNumber(/[\d,.]+/.exec(cells[column + 1] ?? '')?.[0]);
}

test.each([
  ['about ([\\d,]+) cached pages', 'post of 8 KB: requests a second', 1],
  ['renders a page in about (\\d+) ms', 'the post page, first after a change', 1],
  ['a post page is about (\\d+) KB', 'document', 3],
  ['a write takes about (\\d+) ms', 'publish a change', 3],
  ['the median is (\\d+) ms with SQLite', 'search, each letter typed', 1],
  ['the p95 (\\d+) and', 'search, each letter typed', 2],
  ['and (\\d+) ms with PostgreSQL', 'search, each letter typed', 3],
])('docs/deploy.md: “%s” is about what docs/performance.md has', (pattern, row, column) => {
  const ratio = figure('docs/deploy.md', pattern) / measured(row, column);
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});
