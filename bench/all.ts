import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { logIn } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { formatSection, type Section } from '../test-support/report.ts';
import { type BenchSettings, FULL, progress, QUICK } from '../test-support/settings.ts';
import { startSite } from '../test-support/site.ts';
import { writePost } from '../test-support/texts.ts';
import { measureBytes, PAGES } from './bytes.ts';
import { measureDatabases } from './databases.ts';
import { changingPost, measureWhilePublishing } from './freshness.ts';
import { measureProcess } from './process.ts';
import { type Seeded, seed } from './seed.ts';
import { type AtSize, measureAtSize } from './sizes.ts';
import { reportSizes } from './sizes-report.ts';
import { measureThroughput } from './throughput.ts';
import { ensureTools } from './tools.ts';

const TYPICAL_LETTERS = 8_000;
const REPORT = new URL('../docs/performance.md', import.meta.url);

type Tell = (section: Section) => void;

/** The blog as most of them are: the sample posts, and one of ordinary length without a picture. */
async function measureOrdinaryBlog(settings: BenchSettings, tell: Tell): Promise<void> {
  const site = await startSite(temporaryFolder());
  const administrator = await logIn(site.url);
  const create = (n: number, title: string) =>
    administrator.create({ ...writePost(n, TYPICAL_LETTERS), title, published: true });
  const typical = await create(0, 'A post of ordinary length');
  const changed = await create(1, 'A post that is changed');
  const changing = changingPost(administrator, changed, TYPICAL_LETTERS);
  const post = `/blog/${typical.slug}`;
  tell(await measureThroughput(settings, site.url, { 'post of 8 KB': post, home: '/' }));
  tell(await measureWhilePublishing(settings, site.url, post, changing));
  tell(await measureBytes(site.url, [...PAGES, post]));
  await site.stop();
}

async function measureLargeBlog(settings: BenchSettings, tell: Tell): Promise<void> {
  const folder = temporaryFolder();
  const seeded: Seeded[] = [];
  const measured: AtSize[] = [];
  for (const size of settings.sizes) {
    progress(`writing posts up to ${size}`);
    seeded.push(...(await seed(folder, seeded.length, size)));
    const site = await startSite(folder);
    measured.push(await measureAtSize(settings, folder, site.url, seeded));
    await site.stop();
  }
  tell(reportSizes(measured));
  tell(await measureProcess(settings, folder, seeded));
  tell(await measureDatabases(settings, folder, seeded));
}

function introduction(): string {
  const today = new Date().toISOString().slice(0, 10);
  return `# Performance

Written by \`npm run bench\` on ${today}, with Node ${process.versions.node} on ${availableParallelism()} cores. The ratios
matter: the times are those of one machine, with the load generator and the server on the same cores.
`;
}

const quick = process.argv.includes('--quick');
const settings = { ...(quick ? QUICK : FULL), ...ensureTools() };
const report: string[] = [];
const say = (text: string) => {
  report.push(text);
  console.log(text);
};
say(introduction());
// One after the other, as they come: a run that is stopped has told what it knew.
const tell: Tell = (section) => say(formatSection(section));
await measureOrdinaryBlog(settings, tell);
await measureLargeBlog(settings, tell);
if (quick) console.log('Too short to believe in: not written down.');
else writeFileSync(REPORT, report.join('\n'));
