import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { scrape } from '../test-support/scrape.ts';
import { startServer, temporaryFolder } from '../test-support/server-process.ts';
import { readBlocks } from './blocks.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const GUIDE = read('metrics.md');

type Rule = { alert: string; expr: string; for: string; annotations: Record<string, string> };
const RULES: readonly Rule[] = parse(read('metrics/alert-rules.yml')).groups[0].rules;

type Panel = { title: string; type: string; targets?: { expr: string; legendFormat: string }[] };
const DASHBOARD = JSON.parse(read('metrics/grafana-dashboard.json'));
const PANELS: readonly Panel[] = DASHBOARD.panels;
const TARGETS = PANELS.flatMap(({ targets = [] }) => targets);

/** With everything that has metrics of its own. */
async function scrapeAll() {
  // Like `openssl rand -hex 32` of the guide.
  const token = randomBytes(32).toString('hex');
  const { url } = await startServer({
    ...{ METRICS_TOKEN: token, DATA_DIR: temporaryFolder(), BACKUP_EVERY: '1d' },
    ...{ BACKUP_TO: temporaryFolder(), MAIL_FROM: 'blog@example.org' },
    SMTP_URL: 'smtp://127.0.0.1:9',
  });
  await fetch(`${url}/`);
  const hasBackup = async () =>
    (await scrape(url, token)).value('longhand_backup_size_bytes', { place: 'elsewhere' });
  await expect.poll(hasBackup).toBeGreaterThan(0);
  return scrape(url, token);
}

const LABEL = /(\w+) *(?:=~|!~|!=|=) *"/g;
const GROUPING = /\b(?:by|without|on) *\(([^)]*)\)/g;

function labelsOf(expression: string): string[] {
  const matched = [...expression.matchAll(LABEL)].map(([, name = '']) => name);
  const grouped = [...expression.matchAll(GROUPING)].flatMap(([, names = '']) => names.split(','));
  return [...matched, ...grouped.map((name) => name.trim())];
}

const withoutStrings = (expression: string) => expression.replaceAll(/"[^"]*"/g, '""');
const namesOf = (expression: string) =>
  withoutStrings(expression).match(/\b(?:longhand|process|nodejs)_\w+/g) ?? [];

test('the guide, the dashboard and the alerts name metrics that there are', async () => {
  const { families, series } = await scrapeAll();
  const rows = [...GUIDE.matchAll(/^\| `(longhand_\w+)` \| (\w+) \| (.*?) ?\| (.*) \|$/gm)];
  const ours = families.filter(({ name }) => name.startsWith('longhand_'));
  expect(rows.map(([, name, type, , help]) => ({ name, type, help }))).toEqual(
    ours.map(({ name, type, help }) => ({ name, type: type.toLowerCase(), help })),
  );

  const labels = new Set(
    series.flatMap((each) => [...each.matchAll(LABEL)].map(([, name]) => name)),
  );
  const documented = new Set(rows.flatMap(([, , , cell = '']) => cell.match(/\w+/g) ?? []));
  const used = new Set(
    ours.flatMap(({ name }) =>
      series
        .filter((each) => each.startsWith(`${name}{`) || each.startsWith(`${name}_bucket{`))
        .flatMap((each) => [...each.matchAll(LABEL)].map(([, label]) => label)),
    ),
  );
  used.delete('le');
  expect([...used].toSorted()).toEqual([...documented].toSorted());

  const names = new Set(
    families.flatMap(({ name, type }) =>
      type === 'HISTOGRAM' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
  for (const { expr } of [...TARGETS, ...RULES]) {
    const named = namesOf(expr);
    expect([...named, ...(expr.includes('up{') ? ['up'] : [])], expr).not.toEqual([]);
    expect(
      named.filter((name) => !names.has(name)),
      expr,
    ).toEqual([]);
    // Prometheus adds these two.
    const known = [...labels, 'instance', 'job'];
    expect(
      labelsOf(expr).filter((label) => !known.includes(label)),
      expr,
    ).toEqual([]);
  }
});

test('the guide’s command shows the metrics', async ({ skip }) => {
  if (spawnSync('curl', ['--version']).status !== 0) return skip('curl is not installed');
  const METRICS_TOKEN = 'a'.repeat(32);
  const { url } = await startServer({ METRICS_TOKEN, DATA_DIR: temporaryFolder() });
  const [command = ''] = readBlocks(GUIDE, 'sh');
  const { stdout } = spawnSync('sh', ['-c', command.replace('http://127.0.0.1:3000', url)], {
    encoding: 'utf8',
    env: { ...process.env, METRICS_TOKEN },
  });
  expect(stdout).toContain('longhand_build_info{');
});

test('there are five alerts, each with what happened and what to do', () => {
  expect(RULES).toHaveLength(5);
  for (const { alert, annotations, for: wait } of RULES) {
    expect(alert).toMatch(/^Longhand[A-Z]/);
    expect(wait).toMatch(/^\d+m$/);
    expect(Object.keys(annotations)).toEqual(['summary', 'description']);
  }
});

test('the dashboard shows what an operator looks for', () => {
  const shown = TARGETS.flatMap(({ expr }) => namesOf(expr)).join(' ');
  for (const part of [
    'http_requests',
    'cache',
    'queue',
    'database',
    'job',
    'backup',
    'disk',
    'mails',
  ])
    expect(shown).toContain(`longhand_${part}`);
  expect(shown).toContain('process_resident_memory_bytes');
  for (const quantile of [0.5, 0.95, 0.99])
    expect(TARGETS.map(({ expr }) => expr).join()).toContain(`histogram_quantile(${quantile}, `);
  for (const { legendFormat, expr } of TARGETS)
    for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      expect(expr.includes(label) || label === 'version', expr).toBe(true);
});

test('the dashboard shows no processes but those of blogs', () => {
  // With a pattern for All, process_… of every program that Prometheus knows would match.
  const [instance] = DASHBOARD.templating.list.filter(
    ({ name }: { name: string }) => name === 'instance',
  );
  expect(instance.query.query).toBe('label_values(longhand_build_info, instance)');
  expect(instance.allValue).toBeUndefined();
  for (const { expr } of TARGETS) expect(expr).toContain('{instance=~"$instance"');
});

test('the guide has a configuration that Prometheus can read', () => {
  const [block = ''] = readBlocks(GUIDE, 'yaml');
  const [{ job_name, authorization }] = parse(block).scrape_configs;
  expect(job_name).toBe('longhand');
  expect(authorization.credentials_file).toMatch(/^\//);
  expect(RULES.some(({ expr }) => expr.includes(`job="${job_name}"`))).toBe(true);
});
