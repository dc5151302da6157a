import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildStamp, STAMP_FILE } from './server/build-stamp.ts';

const WEB = dirname(fileURLToPath(import.meta.url));

function runReactRouter(): void {
  const manifest = createRequire(import.meta.url).resolve('@react-router/dev/package.json');
  const command = join(dirname(manifest), 'bin.cjs');
  const { status, signal } = spawnSync(process.execPath, [command, 'build'], {
    cwd: WEB,
    stdio: ['ignore', 'ignore', 'inherit'],
    // The caller may be a test with another NODE_ENV.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status === 0) return;
  // As what started this one would notice it.
  if (signal) process.kill(process.pid, signal);
  process.exit(1);
}

const MANIFEST = 'window.__reactRouterManifest=';

/**
 * Readers load the manifest with the routes of the dashboard. The files that those import are left out: browsers would
 * only preload them, and find them anyway.
 */
function shortenManifest(): void {
  for (const name of globSync('build/client/assets/manifest-*.js', { cwd: WEB })) {
    const file = join(WEB, name);
    const text = readFileSync(file, 'utf8').trim().replace(/;$/, '');
    if (!text.startsWith(MANIFEST)) throw new Error(`${name} is no manifest of React Router.`);
    const manifest = JSON.parse(text.slice(MANIFEST.length));
    for (const route of Object.values<{ id: string; imports: string[] }>(manifest.routes))
      if (route.id.startsWith('routes/admin/')) route.imports = [];
    writeFileSync(file, `${MANIFEST}${JSON.stringify(manifest)};`);
  }
}

/** With the best quality, because it is done once per build. */
function compressAssets(): void {
  for (const name of globSync('build/client/**/*.{js,css,svg}', { cwd: WEB })) {
    const file = join(WEB, name);
    const bytes = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }));
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/** A script that is one file: in the page, or a service worker, which browsers compare as a whole. */
const SINGLE_FILES = [
  'service-worker/service-worker.ts',
  'service-worker/removal.ts',
  'inline/start-scripts.ts',
  'inline/count-views.ts',
  'static-site/static-site.ts',
];

async function buildSingleFile(name: string, stamp: string): Promise<void> {
  await build({
    configFile: false,
    root: WEB,
    logLevel: 'warn',
    publicDir: false,
    define: { BUILD: JSON.stringify(stamp.slice(0, 12)) },
    build: {
      target: 'es2022',
      outDir: join('build', dirname(name)),
      emptyOutDir: false,
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: join(WEB, name),
        output: { format: 'iife', entryFileNames: '[name].js' },
      },
    },
  });
}

const stamp = buildStamp();
runReactRouter();
shortenManifest();
for (const file of SINGLE_FILES) await buildSingleFile(file, stamp);
compressAssets();
writeFileSync(STAMP_FILE, stamp);
