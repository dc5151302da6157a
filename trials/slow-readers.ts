import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { sessionHeaders } from '../test-support/administrator.ts';
import { hasExited, temporaryFolder } from '../test-support/cleanup.ts';
import {
  count,
  goal,
  megabytes,
  milliseconds,
  progress,
  ratio,
  type Section,
} from '../test-support/report.ts';
import { type RunningSite, startSite } from '../test-support/site.ts';
import { percentile } from '../test-support/statistics.ts';
import { uploadForm } from '../test-support/uploads.ts';
import { createClient, openSlowClients } from './clients.ts';

type SlowReaderLengths = { readonly readers: number; readonly seconds: number };

/** Noise cannot be compressed: about ten megabytes. */
function picture(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 90 } as const;
  const create = { width: 1_900, height: 1_850, channels: 3, background: '#777', noise } as const;
  return sharp({ create }).png().toBuffer();
}

async function upload(site: RunningSite): Promise<string> {
  const headers = await sessionHeaders(site.url);
  const url = `${site.url}/api/admin/upload-image`;
  const body = uploadForm(await picture());
  const response = await fetch(url, { method: 'POST', headers, body });
  if (response.status !== 200) throw new Error(`The upload got the status ${response.status}.`);
  return new URL(((await response.json()) as { url: string }).url, site.url).pathname;
}

/** NaN where there is no /proc. */
function connectionsOf(pid: number | undefined): number {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).filter((fd) => {
      try {
        return readlinkSync(`${folder}/${fd}`).startsWith('socket:');
      } catch {
        return false;
      }
    }).length;
  } catch {
    return Number.NaN;
  }
}

export async function trySlowReaders({ readers, seconds }: SlowReaderLengths) {
  const site = await startSite(temporaryFolder());
  try {
    const path = await upload(site);
    const { send, stop } = createClient(site.url);
    // Until the memory of the upload is freed, and the page is cached.
    for (let n = 0; n < 20; n += 1) await send('/').then(() => wait(100));
    const bytes = (await (await fetch(site.url + path)).arrayBuffer()).byteLength;
    const before = { memory: site.memory('current'), connections: connectionsOf(site.child.pid) };
    // Half of them read nothing at all, half a kilobyte a second.
    const slow = await openSlowClients(
      site.port,
      readers,
      () => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
      (socket, n) => n % 2 === 0 && socket.read(1_024),
    );
    /** Times of a page meanwhile, in milliseconds. */
    const page: number[] = [];
    let most = before.memory;
    const end = performance.now() + seconds * 1_000;
    const connected = () => connectionsOf(site.child.pid) - before.connections;
    while (performance.now() < end && !(page.length > 20 && connected() <= 0)) {
      page.push((await send('/')).ms);
      most = Math.max(most, site.memory('current'));
      await wait(100);
    }
    /** Their connections that are still open. */
    const left = connected();
    slow.close();
    stop();
    await wait(2_000);
    const memory = { before: before.memory, most, after: site.memory('current') };
    return { bytes, left, memory, page, isAlive: !hasExited(site.child) };
  } finally {
    await site.stop();
  }
}

const FULL: SlowReaderLengths = { readers: 600, seconds: 90 };

export async function slowReadersTrial(): Promise<Section> {
  progress(`slow readers for ${FULL.seconds} s`);
  const { bytes, left, memory, page, isAlive } = await trySlowReaders(FULL);
  return {
    title: 'Slow readers',
    about: `${count(FULL.readers)} connections from this machine request a picture of ${megabytes(bytes / 1024 / 1024)}; half of them read nothing, half a kilobyte a second. Meanwhile a page is requested. The process ${isAlive ? 'is alive' : '**is dead**'}.`,
    columns: ['', '', 'goal'],
    rows: [
      ['memory before', megabytes(memory.before), ''],
      [
        'memory with them, at most',
        `${megabytes(memory.most)} (${ratio(memory.most, memory.before)})`,
        goal((memory.most - memory.before) / FULL.readers, 'at most', 0.2, ' MB each'),
      ],
      ['memory after', megabytes(memory.after), ''],
      [`left after ${FULL.seconds} s`, count(Math.max(0, left)), goal(left, 'at most', 0)],
      ['a page meanwhile: p99', milliseconds(percentile(page, 99)), ''],
    ],
  };
}
