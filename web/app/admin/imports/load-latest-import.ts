import type { ImportRun } from '@longhand/contract/import-runs';
import { adminApi } from '../api/admin-api.ts';

/** The last one, also if another browser has started it. */
export async function loadLatestImport(): Promise<{ readonly latest: ImportRun | undefined }> {
  const [latest] = await adminApi.listImports();
  return { latest: latest && (await adminApi.findImport(latest.id)) };
}
