import { SessionOverError } from '../api/request.ts';

/** Rejects only if the session is over, which leads to the login page. */
export async function withFallback<Data, Fallback>(
  loading: Promise<Data>,
  fallback: Fallback,
): Promise<Data | Fallback> {
  try {
    return await loading;
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return fallback;
  }
}
