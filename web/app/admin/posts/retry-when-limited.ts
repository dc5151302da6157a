import { hasStatus } from '../api/request.ts';

/** Waits and tries again while the server says that there were too many writes. */
export async function retryWhenLimited<Result>(write: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!hasStatus(error, 429)) throw error;
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 5) * 1_000));
    }
  }
}
