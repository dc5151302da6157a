import { ConfigError } from '@longhand/api/config';
import { DatabaseStartError } from '@longhand/api/database';
import { explainStorage, StorageStartError } from '@longhand/api/storage-failures';

/** An error that the operator can fix; its message is shown without a stack. */
export class StartError extends Error {}

/** What happened and what to do; with a stack only for unknown errors. */
export function explainStartFailure(error: unknown, failed = 'It could not start'): string {
  const expected = [ConfigError, DatabaseStartError, StorageStartError, StartError];
  if (error instanceof Error && expected.some((kind) => error instanceof kind))
    return error.message;
  const { code, address, port } = error as { code?: string; address?: string; port?: number };
  const endpoint = `${address}:${port}`;
  if (code === 'EADDRINUSE') {
    return `Something is already listening on ${endpoint}. Stop it, or set PORT to another number.`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This user has no permission to listen on ${endpoint}. Set PORT to a number above 1023.`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return 'HOST is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.';
  }
  const explained = explainStorage(error, 'the data folder');
  if (explained instanceof StorageStartError) return explained.message;
  return `${failed}: ${error instanceof Error ? error.stack : String(error)}`;
}
