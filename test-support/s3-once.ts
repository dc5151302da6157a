import type { TestProject } from 'vitest/node';
import { startS3 } from './s3-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    s3: string;
  }
}

/** One object store for all tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startS3();
  project.provide('s3', server.endpoint);
  return server.remove;
}
