/** For who wants to tell an owner what becomes of the uploads that nothing names. */
export { listUnreferenced as listNotedUploads } from './unreferenced-uploads.repository.ts';
