import {
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/cleanup.ts';
import { createReserve, NoSpaceError, RESERVE_FILE } from './reserve.ts';

const MEGABYTE = 1024 * 1024;
const BYTES = 4 * MEGABYTE;

/** A disk of this size that other programs fill. */
function diskOf(megabytes: number) {
  const dataDir = temporaryFolder();
  const file = join(dataDir, RESERVE_FILE);
  const held = () => (existsSync(file) ? statSync(file).blocks * 512 : 0);
  const disk = { others: 0, time: Date.now() };
  const free = () => Math.max(0, megabytes * MEGABYTE - disk.others - held());
  const open = () => createReserve(dataDir, { bytes: BYTES, free, now: () => disk.time });
  const fillUp = () => {
    disk.others += free();
  };
  const passTime = () => {
    disk.time += 61_000;
  };
  return { file, held, free, open, fillUp, passTime, disk };
}

test('it is made at once where space is short, and later where there is plenty', async () => {
  const short = diskOf(100);
  await short.open().restore();
  expect(short.held()).toBe(BYTES);
  const large = diskOf(100_000);
  const reserve = large.open();
  await reserve.restore();
  expect(large.held()).toBe(0);
  large.passTime();
  await reserve.restore();
  expect(large.held()).toBe(BYTES);
});

test('where there is hardly space, there is none, and nothing is refused', async () => {
  const { open, held } = diskOf(7);
  const reserve = open();
  await reserve.restore();
  reserve.release();
  reserve.assertRoom();
  expect(held()).toBe(0);
  expect(reserve.lacking()).toBe(0);
});

test('while there is space, deleting does not touch it', async () => {
  const { open, held } = diskOf(100);
  const reserve = open();
  await reserve.restore();
  reserve.release();
  reserve.assertRoom();
  expect(held()).toBe(BYTES);
});

test('on a full disk it is given to what deletes, and to nothing else, also in other processes', async () => {
  const { open, held, free, fillUp, passTime, disk } = diskOf(100);
  const [one, other] = [open(), open()];
  await one.restore();
  fillUp();
  expect(free()).toBe(0);
  other.assertRoom();
  one.release();
  expect(free()).toBe(BYTES);
  expect(() => other.assertRoom()).toThrow(NoSpaceError);
  // The deletion may not have ended.
  await other.restore();
  expect(held()).toBe(0);
  passTime();
  await other.restore();
  expect([held(), free()]).toEqual([BYTES, 0]);
  one.assertRoom();
  one.release();
  disk.others -= 20 * MEGABYTE;
  other.assertRoom();
});

test('what log-ins have taken is ignored; more is taken back before anything else is written', async () => {
  const { open, file, held, fillUp, passTime, disk } = diskOf(100);
  const reserve = open();
  await reserve.restore();
  truncateSync(file, BYTES - 4096);
  fillUp();
  expect(reserve.lacking()).toBe(0);
  truncateSync(file, 2 * MEGABYTE);
  fillUp();
  expect(reserve.lacking()).toBe(2 * MEGABYTE);
  expect(() => reserve.assertRoom()).toThrow(NoSpaceError);
  disk.others -= 3 * MEGABYTE;
  passTime();
  await open().restore();
  expect(held()).toBe(BYTES);
  reserve.assertRoom();
});

test('a file with a hole, left by a crash, is no reserve until it is filled', async () => {
  const { open, file, held, passTime } = diskOf(100);
  const reserve = open();
  await reserve.restore();
  truncateSync(file, MEGABYTE);
  ftruncateSync(openSync(file, 'r+'), BYTES);
  expect(reserve.lacking()).toBe(BYTES - MEGABYTE);
  passTime();
  await reserve.restore();
  expect(held()).toBe(BYTES);
});

test('a release in the middle of a restore wins', async () => {
  const { open, held, fillUp, passTime } = diskOf(100);
  const reserve = open();
  await reserve.restore();
  fillUp();
  reserve.release();
  passTime();
  const restored = reserve.restore();
  reserve.release();
  await restored;
  expect(held()).toBeLessThan(BYTES);
  expect(reserve.lacking()).toBeGreaterThan(0);
  passTime();
  await reserve.restore();
  expect(held()).toBe(BYTES);
});

test('a log-in takes it only if there is nothing else, and does not keep it from being filled', async () => {
  const { open, held, fillUp, passTime, disk } = diskOf(100);
  const reserve = open();
  await reserve.restore();
  fillUp();
  disk.others -= 2 * MEGABYTE;
  reserve.releaseForLogin();
  expect(held()).toBe(BYTES);
  reserve.assertRoom();
  fillUp();
  reserve.releaseForLogin();
  expect(held()).toBe(0);
  passTime();
  reserve.releaseForLogin();
  await reserve.restore();
  expect(held()).toBe(BYTES);
});

test('if it cannot be made empty, what follows goes on without it', async () => {
  const { open, file, fillUp } = diskOf(100);
  const reserve = open();
  await reserve.restore();
  rmSync(file);
  mkdirSync(file);
  fillUp();
  reserve.release();
  reserve.releaseForLogin();
  expect(statSync(file).isDirectory()).toBe(true);
});
