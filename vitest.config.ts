import { globSync, readFileSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ensureChromium, JOURNEY_FLAGS, NO_NETWORK } from './test-support/chromium.ts';
import { useCompileCache } from './test-support/compile-cache.ts';
import { useMemoryForTemporaryFolders } from './test-support/memory-folder.ts';
import { commands } from './web/component-tests/commands.ts';
import { serveUploads } from './web/component-tests/serve-uploads.ts';
import { fallbackFonts } from './web/fallback-fonts/plugin.ts';
import { placeholderColours } from './web/placeholder-colours.ts';
import { REACT_ROUTER_LIBRARIES } from './web/react-router-libraries.ts';

const browser = playwright({
  // A getter, so that only the tests that need a Chromium install it.
  get launchOptions() {
    return { executablePath: ensureChromium(), args: [...JOURNEY_FLAGS, NO_NETWORK] };
  },
  contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] },
});

useMemoryForTemporaryFolders();
useCompileCache();

/** Tests that start processes begin first: they take longest, and the last would run alone. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project }: TestSpecification) => (project.name === 'process' ? 0 : 1);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

const FOLDERS =
  '{contract,response-cache,api,web,server,cli,docs,trials,test-support,lint,release}/**';

/** A machine that is busy elsewhere can take ten times as long as a quiet one. */
const PATIENCE = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
};

const unit = {
  setupFiles: ['./vitest.setup.ts'],
  ...PATIENCE,
  unstubGlobals: true,
};

const UNIT_TESTS = globSync(`${FOLDERS}/*.test.ts`, {
  exclude: ['**/*.{isolated,process,long}.test.ts', '**/node_modules/**'],
});

/** Whose tests run once per database. */
const ON_BOTH_DATABASES = /each(Dialect|Store)\(/;

function componentProject(name: string, ending: string): TestProjectInlineConfiguration {
  return {
    plugins: [placeholderColours(), fallbackFonts(), serveUploads()],
    optimizeDeps: { include: REACT_ROUTER_LIBRARIES },
    test: {
      name,
      include: [`web/**/*.${ending}`],
      setupFiles: ['./web/component-tests/setup.ts'],
      // The files of a worker share one page, which loads the code once. After the other tests,
      // beside which they would take longer than alone.
      isolate: false,
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
      ...PATIENCE,
      expect: { poll: { ...PATIENCE.expect.poll, interval: 20 } },
      browser: {
        enabled: true,
        headless: true,
        provider: browser,
        instances: [{ browser: 'chromium' }],
        viewport: { width: 1280, height: 900 },
        commands,
        screenshotFailures: false,
        traceView: false,
        dependencySourcemaps: false,
      },
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: SlowestFirst },
    // Many wait for a process that they have started: so many fill two cores.
    maxWorkers: 3,
    globalSetup: [
      './test-support/sqlite-once.ts',
      './test-support/postgres-once.ts',
      './test-support/s3-once.ts',
    ],
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          include: UNIT_TESTS,
          env: { TEST_DIALECTS: 'sqlite' },
          // The files share their modules: loading the API takes longer than most tests.
          isolate: false,
        },
      },
      {
        // For `npm run test:long`: the same tests on the other database.
        test: {
          ...unit,
          name: 'postgres',
          include: UNIT_TESTS.filter((file) => ON_BOTH_DATABASES.test(readFileSync(file, 'utf8'))),
          env: { TEST_DIALECTS: 'postgres' },
          isolate: false,
        },
      },
      {
        // Tests that replace a module.
        test: { ...unit, name: 'isolated', include: [`${FOLDERS}/*.isolated.test.ts`] },
      },
      {
        // For `npm run test:long`: tests that start the product or a command.
        test: {
          name: 'process',
          include: [`${FOLDERS}/*.process.test.ts`],
          globalSetup: ['./test-support/build-once.ts'],
          ...PATIENCE,
        },
      },
      {
        // For `npm run test:long`.
        test: {
          ...unit,
          name: 'long',
          include: [`${FOLDERS}/*.long.test.ts`],
          globalSetup: ['./test-support/build-once.ts'],
        },
      },
      componentProject('component', 'component.test.tsx'),
      // For `npm run test:long`.
      componentProject('component-long', 'component.long.test.tsx'),
    ],
  },
});
