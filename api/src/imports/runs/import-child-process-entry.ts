import type { ImportProgress } from '@longhand/contract/imports';
import { doJobs, endWithParent, lowerPriority, preferForOomKill } from '../../child-process.ts';
import { runWithOrigin } from '../../events/origin.ts';
import { importSource, openImport, withDryRun, withImport } from '../open-import.ts';
import type { ImportJob } from './import-child-process.ts';

lowerPriority();
preferForOomKill();
// Without the parent nobody waits for the result, and the next import completes this one.
endWithParent();
doJobs<ImportJob, ImportProgress>(async (job, onProgress) => {
  const { config, file, dryRun, fetchImages, origin } = job;
  const source = await openImport(file);
  const use = dryRun ? withDryRun : withImport;
  try {
    return await use(config, (parts) =>
      runWithOrigin(origin, () => importSource(parts, source, { dryRun, fetchImages, onProgress })),
    );
  } finally {
    await source.close();
  }
});
