import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-folder.ts';
import { picture } from '../../../test-support/uploads.ts';
import { NEEDS_TOO_MUCH_MEMORY, TAKES_TOO_LONG } from './image-jobs.ts';
import { createImageWorker, memoryForImages } from './image-worker.ts';

const MEGABYTE = 1024 * 1024;
const ROOMY = () => 2_000 * MEGABYTE;

type Changes = Partial<Parameters<typeof createImageWorker>[0]>;

function startWorker(changes: Changes = {}) {
  const log: { msg: string }[] = [];
  const logger = pino({}, { write: (line) => log.push(JSON.parse(line)) });
  const worker = createImageWorker({ log: logger, maxBytes: ROOMY, ...changes });
  onTestFinished(() => worker.end());
  const folder = temporaryFolder();
  const output = join(folder, 'out');
  async function prepare(bytes: Buffer, name = 'in') {
    writeFileSync(join(folder, name), bytes);
    return worker.prepareUpload(join(folder, name), output);
  }
  return { worker, log, folder, output, prepare };
}

/** The processes that prepare pictures and were started by this one. */
function childrenOf(pid: number | undefined): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(
      (found) => Number(found?.[2]) === pid && found?.[3]?.includes('image-child-process-entry.ts'),
    )
    .map((found) => Number(found?.[1]));
}

const small = () => picture(40, 20).png().toBuffer();

/** One that is in memory as a whole while it is read: some 75 MB. */
const interlaced = () => picture(5_000, 5_000).png({ progressive: true }).toBuffer();

test('a picture that needs more memory than there is for it is refused; the next one is not', async () => {
  const { prepare, output } = startWorker({ maxBytes: () => 110 * MEGABYTE });
  await expect(prepare(await interlaced())).rejects.toMatchObject({
    code: 'too-large',
    message: NEEDS_TOO_MUCH_MEMORY,
  });
  expect(existsSync(output)).toBe(false);
  expect(await prepare(await small())).toMatch(/-40x20-200\.png$/);
});

test('the same picture is taken where there is memory for it', async () => {
  const { prepare } = startWorker({ maxBytes: () => 400 * MEGABYTE });
  expect(await prepare(await interlaced())).toMatch(/-5000x5000-200\.png$/);
});

test('a picture that takes too long is refused', async () => {
  const { prepare } = startWorker({ timeoutMs: 1 });
  await expect(prepare(await small())).rejects.toMatchObject({
    code: 'too-large',
    message: TAKES_TOO_LONG,
  });
});

test.each([
  ['SIGKILL', 'too-large', []],
  ['SIGSEGV', 'not-an-image', ['the process that prepares images ended with SIGSEGV']],
] as const)(
  'a process that dies of %s is one upload less, and no more',
  async (signal, code, logged) => {
    const { prepare, log } = startWorker();
    const refused = expect(prepare(await interlaced())).rejects.toMatchObject({ code });
    await expect.poll(() => childrenOf(process.pid).length).toBe(1);
    for (const pid of childrenOf(process.pid)) process.kill(pid, signal);
    await refused;
    expect(log.map(({ msg }) => msg)).toEqual(logged);
    expect(await prepare(await small(), 'next')).toMatch(/-40x20-200\.png$/);
  },
);

test('too many at once are asked to come again; those that wait are served, uploads first', async () => {
  const limits = {
    upload: { isUrgent: true, maxWaiting: 1, maxWaitMs: 60_000 },
    variant: { isUrgent: false, maxWaiting: 1, maxWaitMs: 60_000 },
  };
  const { worker, folder, prepare } = startWorker({ limits });
  const input = join(folder, 'stored.png');
  writeFileSync(input, await picture(800, 400).png().toBuffer());
  const order: string[] = [];
  const bytes = await small();
  const all = [
    prepare(bytes, '1').then(() => order.push('first')),
    worker.makeVariant(input, 640, 'webp').then(() => order.push('variant')),
    prepare(bytes, '2').then(() => order.push('second')),
  ];
  const tooMany = { code: 'unavailable', headers: { 'retry-after': '30' } };
  await expect(prepare(bytes, '3')).rejects.toMatchObject(tooMany);
  await expect(worker.makeVariant(input, 320, 'webp')).rejects.toMatchObject(tooMany);
  await Promise.all(all);
  expect(order).toEqual(['first', 'second', 'variant']);
});

test('who would wait too long is asked to come again', async () => {
  const limits = {
    upload: { isUrgent: true, maxWaiting: 9, maxWaitMs: 1 },
    variant: { isUrgent: false, maxWaiting: 9, maxWaitMs: 1 },
  };
  const { prepare } = startWorker({ limits });
  const bytes = await small();
  const first = prepare(bytes, '1');
  await expect(prepare(bytes, '2')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await first).toContain('.png');
  expect(await prepare(bytes, '3')).toBe(await first);
});

test('a place where nothing can be written is said as such', async () => {
  const { worker, folder } = startWorker();
  const input = join(folder, 'in');
  writeFileSync(input, await small());
  const nowhere = join(folder, 'not-there', 'out');
  await expect(worker.prepareUpload(input, nowhere)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the process is gone when the server is, however that ended', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'in'), await interlaced());
  const program = `
    import pino from ${JSON.stringify(import.meta.resolve('pino'))};
    import { createImageWorker } from ${JSON.stringify(import.meta.resolve('./image-worker.ts'))};
    const worker = createImageWorker({ log: pino({ level: 'silent' }), maxBytes: () => 1e9 });
    await worker.prepareUpload(${JSON.stringify(join(folder, 'in'))}, ${JSON.stringify(join(folder, 'out'))});
    console.log('idle');
    setInterval(() => {}, 1000);`;
  const server = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  onTestFinished(() => {
    server.kill('SIGKILL');
  });
  await expect.poll(() => childrenOf(server.pid).length).toBe(1);
  const [child] = childrenOf(server.pid) as [number];
  server.kill('SIGKILL');
  await once(server, 'close');
  await expect
    .poll(() => {
      try {
        return !readFileSync(`/proc/${child}/status`, 'utf8').includes('State:\tZ');
      } catch {
        return false;
      }
    })
    .toBe(false);
});

test.each([
  ['5 GB, one process', { total: 5_000, free: 4_000 }, 1, 2_048],
  ['512 MB, one process', { total: 512, free: 400 }, 1, 292],
  ['1 GB, two processes', { total: 1_024, free: 900 }, 2, 292],
  ['1 GB, of which others use most', { total: 1_024, free: 200 }, 1, 180],
  ['256 MB', { total: 256, free: 100 }, 1, 144],
])('of %s, pictures get a part', (_what, { total, free }, workers, megabytes) => {
  const machine = { total: total * MEGABYTE, free: free * MEGABYTE };
  expect(Math.round(memoryForImages(workers, machine) / MEGABYTE)).toBe(megabytes);
});

test('a large picture keeps its pixels and its colour, and loses its metadata', async () => {
  const { prepare, output } = startWorker();
  const bytes = await picture(4_100, 4_000, '#a0392b')
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await prepare(bytes)).toMatch(/-4000x4100-200\.jpg$/);
  const stored = sharp(output);
  expect(await stored.metadata()).toMatchObject({
    width: 4_000,
    height: 4_100,
    isProgressive: false,
  });
  expect((await stored.metadata()).exif).toBeUndefined();
  const { channels } = await stored.stats();
  expect(channels.map(({ mean }) => Math.round(mean / 4))).toEqual(
    [0xa0, 0x39, 0x2b].map((each) => Math.round(each / 4)),
  );
});
