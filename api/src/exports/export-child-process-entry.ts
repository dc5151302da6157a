import { doJobs, endWithParent, lowerPriority } from '../child-process.ts';
import { type ExportJob, exportAsZip } from './commands.ts';

lowerPriority();
endWithParent();
doJobs(async (job: ExportJob) => {
  await exportAsZip(job, process.stdout);
});
