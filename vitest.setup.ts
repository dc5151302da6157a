import { afterEach, beforeEach, expect, vi } from 'vitest';

/** A test that makes the code complain must say so. */
beforeEach(() => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'warn');
});

afterEach(() => {
  const complaints = [
    ...vi.mocked(console.error).mock.calls,
    ...vi.mocked(console.warn).mock.calls,
  ];
  vi.restoreAllMocks();
  vi.useRealTimers();
  expect(complaints).toEqual([]);
});
