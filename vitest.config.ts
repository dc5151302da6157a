import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that start processes begin first: they take longest, and the last would run alone. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => (project.name === 'process' ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // Many wait for a process that they have started: so many fill two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,response-cache,api,web,server,cli,docs,trials}/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', '**/node_modules/**'],
          setupFiles: ['./vitest.setup.ts'],
          globalSetup: [
            './test-support/sqlite-once.ts',
            './test-support/postgres-once.ts',
            './test-support/s3-once.ts',
          ],
          // A machine that is busy elsewhere can take five times as long as a quiet one.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'process',
          include: ['{server,cli,trials}/**/*.process.test.ts'],
          globalSetup: ['./test-support/build-once.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
