import { expect, test, vi } from 'vitest';
import { SessionOverError } from '../api/request.ts';
import { withFallback } from './with-fallback.ts';

test('what fails is logged, and the fallback is shown instead', async () => {
  const log = vi.mocked(console.error).mockImplementation(() => undefined);
  const failure = new Error('The server did not answer');
  expect(await withFallback(Promise.resolve('posts'), null)).toBe('posts');
  expect(log).not.toHaveBeenCalled();
  expect(await withFallback(Promise.reject(failure), null)).toBeNull();
  expect(log).toHaveBeenCalledWith(failure);
  log.mockClear();
});

test('the end of the session is left to the login page', async () => {
  const over = new SessionOverError('GET /admin/posts');
  await expect(withFallback(Promise.reject(over), null)).rejects.toBe(over);
});
