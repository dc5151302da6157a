import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { logIn } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { formatSection, progress, type Section } from '../test-support/report.ts';
import { startSite } from '../test-support/site.ts';
import { writePost } from '../test-support/texts.ts';
import { measureBytes, PAGES } from './bytes.ts';
import { measureDatabases } from './databases.ts';
import { measureJobs } from './jobs.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureMetrics } from './metrics.ts';
import { measurePaint } from './paint.ts';
import { measureProcess } from './process.ts';
import { type Seeded, seed } from './seed.ts';
import { IS_QUICK, SETTINGS } from './settings.ts';
import { measureAtSize, reportSizes, type SizeResult } from './sizes.ts';
import { measureThroughput, measureWhilePublishing } from './throughput.ts';
import { ensureTools } from './tools.ts';
import { measureTyping } from './typing.ts';

const TYPICAL_LETTERS = 8_000;
const REPORT = new URL('../docs/performance.md', import.meta.url);

type Report = (section: Section) => void;

/** With the sample posts and one of typical length. */
async function measureOrdinaryBlog(report: Report): Promise<void> {
  const site = await startSite(temporaryFolder());
  const { create } = await logIn(site.url);
  const title = 'A post of ordinary length';
  const { slug } = await create({ ...writePost(0, TYPICAL_LETTERS), title, published: true });
  const post = `/blog/${slug}`;
  report(await measureThroughput(site.url, { 'post of 8 KB': post, home: '/' }));
  report(await measureWhilePublishing(site.url, post, TYPICAL_LETTERS));
  report(await measureBytes(site.url, [...PAGES, post]));
  report(await measurePaint(site.url));
  report(await measureLighthouse(site.url));
  report(await measureTyping(site.url));
  await site.stop();
}

async function measureLargeBlog(report: Report): Promise<void> {
  const folder = temporaryFolder();
  const seeded: Seeded[] = [];
  const measured: SizeResult[] = [];
  for (const size of SETTINGS.sizes) {
    progress(`writing posts up to ${size}`);
    seeded.push(...(await seed(folder, seeded.length, size)));
    const site = await startSite(folder);
    measured.push(await measureAtSize(folder, site.url, seeded));
    await site.stop();
  }
  report(reportSizes(measured));
  report(await measureProcess(folder, seeded));
  report(await measureDatabases(folder, seeded));
}

function introduction(): string {
  const today = new Date().toISOString().slice(0, 10);
  return `# Performance

Written by \`npm run bench\` on ${today}, with Node ${process.versions.node} on ${availableParallelism()} cores. The ratios
matter: the times are those of one machine, with the load generator and the server on the same cores.
`;
}

ensureTools();
const lines: string[] = [];
const print = (text: string) => {
  lines.push(text);
  console.log(text);
};
print(introduction());
// Printed one by one, so that an interrupted run shows its results.
const report: Report = (section) => print(formatSection(section));
await measureOrdinaryBlog(report);
report(await measureMetrics());
report(await measureJobs());
await measureLargeBlog(report);
if (IS_QUICK) console.log('Too short to be meaningful: the report is not written.');
else writeFileSync(REPORT, lines.join('\n'));
