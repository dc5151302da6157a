import { expect, test, vi } from 'vitest';
import { createLogOutput, FLUSH_EVERY_MS, MAX_WRITE_BYTES } from './log-output.ts';
import { describeError, formatJson } from './logger.ts';

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** A destination with a limited capacity. */
function createReader(maxBytes = 1_000) {
  const writes: string[] = [];
  const reports: string[] = [];
  let room = Number.POSITIVE_INFINITY;
  let code = 'EAGAIN';
  const output = createLogOutput({
    write(bytes) {
      if (room === 0) throw failure(code);
      const taken = bytes.subarray(0, Math.min(room, bytes.length));
      room -= taken.length;
      writes.push(Buffer.from(taken).toString());
      return taken.length;
    },
    formatLostLine: (lost) => `${lost} lost\n`,
    report: (message) => reports.push(message),
    maxBytes,
  });
  return {
    output,
    writes,
    reports,
    text: () => writes.join(''),
    take(bytes: number, then = 'EAGAIN') {
      room = bytes;
      code = then;
    },
  };
}

test('the first line is written immediately, the following ones together', () => {
  vi.useFakeTimers();
  const { output, writes } = createReader();
  for (const line of ['a\n', 'b\n', 'c\n']) output.write(line);
  expect(writes).toEqual(['a\n']);
  vi.advanceTimersByTime(FLUSH_EVERY_MS);
  expect(writes).toEqual(['a\n', 'b\nc\n']);
  vi.advanceTimersByTime(FLUSH_EVERY_MS);
  output.write('d\n');
  expect(writes).toEqual(['a\n', 'b\nc\n', 'd\n']);
  vi.useRealTimers();
});

test('an error is written immediately, after the buffered lines', () => {
  const { output, writes } = createReader();
  for (const line of ['a\n', 'b\n']) output.write(line);
  output.write('error\n', true);
  expect(writes).toEqual(['a\n', 'b\nerror\n']);
});

test('no write is larger than an atomic write of a pipe, and none splits a line', () => {
  const { output, writes } = createReader(1_000_000);
  const line = `${'é'.repeat(100)}\n`;
  for (let n = 0; n < 500; n += 1) output.write(line);
  output.end();
  expect(writes.length).toBeGreaterThan(20);
  for (const written of writes) {
    expect(Buffer.byteLength(written)).toBeLessThanOrEqual(MAX_WRITE_BYTES);
    expect(written.endsWith('\n')).toBe(true);
  }
  expect(writes.join('')).toBe(line.repeat(500));
});

test('partial writes are continued', () => {
  vi.useFakeTimers();
  const { output, take, text } = createReader();
  take(3);
  output.write('first line\n');
  output.write('second line\n');
  for (let n = 0; n < 30; n += 1) {
    take(1);
    vi.advanceTimersByTime(1_000);
  }
  expect(text()).toBe('first line\nsecond line\n');
  vi.useRealTimers();
});

test('after a partial write the next one follows soon', () => {
  vi.useFakeTimers();
  const { output, take, text } = createReader(100_000);
  output.write('first\n');
  take(0);
  const line = `${'x'.repeat(99)}\n`;
  for (let n = 0; n < 900; n += 1) output.write(line);
  for (let n = 0; n < 50; n += 1) {
    take(MAX_WRITE_BYTES);
    vi.advanceTimersByTime(4);
  }
  expect(text()).toBe(`first\n${line.repeat(900)}`);
  vi.useRealTimers();
});

test('lines that do not fit are counted, in one gap; an error still fits', () => {
  vi.useFakeTimers();
  const { output, take, text } = createReader();
  take(0);
  const line = `${'x'.repeat(99)}\n`;
  for (let n = 0; n < 14; n += 1) output.write(line);
  output.write('error\n', true);
  take(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(5_000);
  output.write('after\n');
  expect(text()).toBe(`${line.repeat(10)}error\n4 lost\nafter\n`);
  vi.useRealTimers();
});

test('writing to a full disk is retried', () => {
  vi.useFakeTimers();
  const { output, take, text, reports } = createReader();
  take(4, 'ENOSPC');
  output.write('first line\n');
  output.write('second line\n');
  take(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(2_000);
  expect(text()).toBe('first line\nsecond line\n');
  expect(reports).toEqual([]);
  vi.useRealTimers();
});

test('at exit, the number of unwritten lines is reported', () => {
  const { output, take, reports } = createReader();
  take(0, 'ENOSPC');
  for (const line of ['a\n', 'b\n', 'c\n']) output.write(line);
  output.end();
  expect(reports).toEqual(['3 log lines could not be written: nothing reads the log.']);
});

test('a line is shortened to one atomic write, and stays JSON', () => {
  const err = { message: '"é\n'.repeat(3_000), stack: 'at x\n'.repeat(3_000), list: Array(3_000) };
  const line = formatJson(`${JSON.stringify({ level: 50, reqId: 'a', err, msg: 'failed' })}\n`);
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(MAX_WRITE_BYTES);
  expect(JSON.parse(line)).toMatchObject({ level: 50, reqId: 'a', msg: 'failed' });
  expect(JSON.parse(line).err.stack).toMatch(/^at x\n.*…$/s);
});

test('row values that a database adds to an error are not logged', () => {
  const detail = 'Failing row contains (a, secret).';
  const cause = Object.assign(new Error('null value'), { code: '23502', detail });
  const text = JSON.stringify(describeError(Object.assign(new Error('x', { cause }), cause)));
  expect(text).not.toContain('secret');
  expect(JSON.parse(text)).toMatchObject({
    type: 'Error',
    message: 'x: null value',
    code: '23502',
  });
  expect(text).toContain('log-output.test.ts');
});

test('URL queries are removed anywhere in a line', () => {
  const fields = {
    msg: 'GET /blog?q=secret&tag=a answered 500',
    err: {
      stack: 'Error: "/api/posts?q=secret" failed\n at https://x.example/a?b=secret\n really?',
    },
  };
  const line = formatJson(`${JSON.stringify(fields)}\n`);
  expect(line).not.toContain('secret');
  expect(JSON.parse(line)).toEqual({
    msg: 'GET /blog answered 500',
    err: { stack: 'Error: "/api/posts" failed\n at https://x.example/a\n really?' },
  });
});
