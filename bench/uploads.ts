import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import sharp, { type Sharp } from 'sharp';
import { openSession } from '../test-support/administrator.ts';
import { temporaryFolder } from '../test-support/cleanup.ts';
import { formatSection, goal, megabytes, type Section } from '../test-support/report.ts';
import { type RunningSite, readMemory, startSite } from '../test-support/site.ts';
import { uploadForm } from '../test-support/uploads.ts';
import { IS_QUICK } from './settings.ts';

/** 50 megapixels, the limit for uploads. */
const SIDE = 7_070;
const POLL_MS = 10;
const SERVER_MEGABYTES = 250;

/** Noise is the worst case for encoders; as blocks, its PNG stays below the size limit. */
function noise(sigma: number, block = 1): Sharp {
  const side = Math.ceil(SIDE / block);
  const create = { width: side, height: side, channels: 3, background: '#888' } as const;
  const image = sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma } } });
  return block === 1 ? image : image.resize(SIDE, SIDE, { kernel: 'nearest' });
}

/** Sixty frames of a square megapixel. */
async function animation(): Promise<Sharp> {
  const frames: Buffer[] = [];
  for (let n = 0; n < 60; n += 1) frames.push(await frame(n));
  return sharp(frames, { join: { animated: true } });
}

function frame(n: number): Promise<Buffer> {
  const create = { width: 12, height: 12, channels: 3, background: '#888' } as const;
  return sharp({ create: { ...create, noise: { type: 'gaussian', mean: 128, sigma: 3 + n / 10 } } })
    .resize(1_050, 1_050, { kernel: 'nearest' })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

const PICTURES: Readonly<Record<string, () => Sharp | Promise<Sharp>>> = {
  JPEG: () => noise(30).jpeg({ quality: 71 }),
  'JPEG, on its side': () => noise(30).jpeg({ quality: 71 }).withMetadata({ orientation: 6 }),
  'JPEG, progressive': () => noise(30).jpeg({ quality: 71, progressive: true }),
  'JPEG, progressive, 4:4:4': () =>
    noise(30).jpeg({ quality: 48, progressive: true, chromaSubsampling: '4:4:4' }),
  PNG: () => noise(30, 5).png(),
  'PNG, interlaced': () => noise(30, 18).png({ progressive: true }),
  WebP: () => noise(30).webp({ quality: 52, effort: 0 }),
  'GIF of 60 frames': async () => (await animation()).gif({ effort: 1 }),
  AVIF: () => noise(30).avif({ quality: 50, effort: 0 }),
};

function childrenOf(pid: number | undefined): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** The most memory that any child process had while the task ran. */
async function watchChildren(site: RunningSite, task: () => Promise<void>): Promise<number> {
  let peak = 0;
  const done = new AbortController();
  const running = task().finally(() => done.abort());
  while (!done.signal.aborted) {
    for (const pid of childrenOf(site.child.pid)) {
      const now = readMemory(pid, 'VmHWM');
      if (now > peak) peak = now;
    }
    await wait(POLL_MS);
  }
  await running;
  return peak;
}

async function send(site: RunningSite, token: string, bytes: Buffer): Promise<string> {
  const begin = performance.now();
  const response = await fetch(`${site.url}/api/admin/upload-image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: uploadForm(bytes),
  });
  await response.arrayBuffer();
  return `${response.status} after ${((performance.now() - begin) / 1_000).toFixed(1)} s`;
}

async function measureUploads(count: number, bytes: Buffer): Promise<string[]> {
  const site = await startSite(temporaryFolder(), { DEMO_CONTENT: 'false' });
  const token = await openSession(site.url);
  const answers: string[] = [];
  const child = await watchChildren(site, async () => {
    const sent = Array.from({ length: count }, () => send(site, token, bytes));
    answers.push(...(await Promise.all(sent)));
  });
  const server = site.memory('peak');
  await site.stop();
  return [
    `${(bytes.length / 1_000_000).toFixed(1)} MB`,
    answers.toSorted().at(-1) ?? '',
    megabytes(server),
    megabytes(child),
    goal(server, 'at most', SERVER_MEGABYTES, ' MB'),
  ];
}

async function measureLargestUploads(): Promise<Section> {
  const rows: string[][] = [];
  for (const [name, make] of Object.entries(PICTURES).slice(0, IS_QUICK ? 1 : undefined)) {
    const bytes = await (await make()).toBuffer();
    rows.push([name, ...(await measureUploads(1, bytes))]);
    if (rows.length === 1)
      rows.push(['the same four times at once', ...(await measureUploads(4, bytes))]);
  }
  return {
    title: 'The largest uploads',
    about: `Pictures of ${SIDE} × ${SIDE} pixels of noise. The most memory that the server and the process which prepares pictures ever had, each in a server of its own; of several, the last answer.`,
    columns: ['', 'size', 'answer', 'server', 'child process', 'goal for the server'],
    rows,
  };
}

if (import.meta.main) console.log(formatSection(await measureLargestUploads()));
