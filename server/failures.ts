import { ConfigError } from '@longhand/api/config';
import { DatabaseStartError } from '@longhand/api/database';
import { explainStorage, StorageStartError } from '@longhand/api/storage-failures';

/** A mistake of whoever started it; its message is all there is to say. */
export class StartError extends Error {}

/**
 * Why it did not start, or what else was meant to happen, and what to do: a sentence for what is
 * known, the stack for the rest.
 */
export function explainStartFailure(error: unknown, failed = 'It could not start'): string {
  const known = [ConfigError, DatabaseStartError, StorageStartError, StartError];
  if (error instanceof Error && known.some((kind) => error instanceof kind)) return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  const place = `${address}:${port}`;
  if (code === 'EADDRINUSE') {
    return `Something is already listening on ${place}. Stop it, or set PORT to another number.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user may not listen on ${place}. Set PORT to a number above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.';
  }
  const explained = explainStorage(error, 'the folder of data');
  if (explained instanceof StorageStartError) return explained.message;
  return `${failed}: ${error instanceof Error ? error.stack : String(error)}`;
}
