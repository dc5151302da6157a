import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,api,web,server,cli,docs}/**/*.test.ts'],
          exclude: ['**/*.process.test.ts', '**/node_modules/**'],
          setupFiles: ['./api/test/fail-on-console.ts'],
        },
      },
      {
        test: {
          name: 'process',
          include: ['{server,cli}/**/*.process.test.ts'],
          testTimeout: 30_000,
        },
      },
    ],
  },
});
