/** For the doctor: a feature may not import the repository of another. */
export { listUnreferenced as listNotedUploads } from './unreferenced-uploads.repository.ts';
