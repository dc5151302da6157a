import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Many wait for a process that they have started: so many fill two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,response-cache,api,web,server,cli,docs,trials}/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', '**/node_modules/**'],
          setupFiles: ['./vitest.setup.ts'],
          globalSetup: ['./test-support/postgres-once.ts', './test-support/s3-once.ts'],
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
