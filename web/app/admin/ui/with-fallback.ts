import { SessionOverError } from '../api/request.ts';

/** The fallback on failure, unless the session is over: then the login page follows. */
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
