import { expect, test, vi } from 'vitest';
import { createLogOutput, FLUSH_EVERY_MS, WRITE_BYTES } from './log-output.ts';
import { describeError, formatJson } from './logger.ts';

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Takes as much as it is told to, and remembers each write. */
function createReader(maxBytes = 1_000) {
  const writes: string[] = [];
  const complaints: string[] = [];
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
    complain: (message) => complaints.push(message),
    maxBytes,
  });
  return {
    output,
    writes,
    complaints,
    text: () => writes.join(''),
    take(bytes: number, then = 'EAGAIN') {
      room = bytes;
      code = then;
    },
  };
}

test('the first line is written at once, those that follow it together', () => {
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

test('an error is written at once, after what waits before it', () => {
  const { output, writes } = createReader();
  for (const line of ['a\n', 'b\n']) output.write(line);
  output.write('error\n', true);
  expect(writes).toEqual(['a\n', 'b\nerror\n']);
});

test('no write is larger than a pipe takes as a whole, and none cuts a line', () => {
  const { output, writes } = createReader(1_000_000);
  const line = `${'é'.repeat(100)}\n`;
  for (let n = 0; n < 500; n += 1) output.write(line);
  output.end();
  expect(writes.length).toBeGreaterThan(20);
  for (const each of writes) {
    expect(Buffer.byteLength(each)).toBeLessThanOrEqual(WRITE_BYTES);
    expect(each.endsWith('\n')).toBe(true);
  }
  expect(writes.join('')).toBe(line.repeat(500));
});

test('what is taken in pieces is whole in the end', () => {
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

test('a reader that takes some of it each time is asked for more soon', () => {
  vi.useFakeTimers();
  const { output, take, text } = createReader(100_000);
  output.write('first\n');
  take(0);
  const line = `${'x'.repeat(99)}\n`;
  for (let n = 0; n < 900; n += 1) output.write(line);
  for (let n = 0; n < 50; n += 1) {
    take(WRITE_BYTES);
    vi.advanceTimersByTime(4);
  }
  expect(text()).toBe(`first\n${line.repeat(900)}`);
  vi.useRealTimers();
});

test('lines that find no room are counted, in one gap; an error still has room', () => {
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

test('a disk that is full is tried again, and what waits is written then', () => {
  vi.useFakeTimers();
  const { output, take, text, complaints } = createReader();
  take(4, 'ENOSPC');
  output.write('first line\n');
  output.write('second line\n');
  take(Number.POSITIVE_INFINITY);
  vi.advanceTimersByTime(2_000);
  expect(text()).toBe('first line\nsecond line\n');
  expect(complaints).toEqual([]);
  vi.useRealTimers();
});

test('the end of a full disk is told with the number of lines', () => {
  const { output, take, complaints } = createReader();
  take(0, 'ENOSPC');
  for (const line of ['a\n', 'b\n', 'c\n']) output.write(line);
  output.end();
  expect(complaints).toEqual(['3 lines of the log could not be written: nobody takes them.']);
});

test('a line is shortened to what is written at once, and stays JSON', () => {
  const err = { message: '"é\n'.repeat(3_000), stack: 'at x\n'.repeat(3_000), list: Array(3_000) };
  const line = formatJson(`${JSON.stringify({ level: 50, reqId: 'a', err, msg: 'failed' })}\n`);
  expect(Buffer.byteLength(line)).toBeLessThanOrEqual(WRITE_BYTES);
  expect(JSON.parse(line)).toMatchObject({ level: 50, reqId: 'a', msg: 'failed' });
  expect(JSON.parse(line).err.stack).toMatch(/^at x\n.*…$/s);
});

test('of an error, the values that a database adds are not written down', () => {
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

test('no line has the query of an address, wherever it is in it', () => {
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
