import { readdirSync, readFileSync } from 'node:fs';
import { EN } from '@longhand/contract/words/en';
import { expect, test } from 'vitest';

const BUILT = new URL('../web/build/client/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path.replace(/^\//, ''), BUILT), 'utf8');
const assets = readdirSync(new URL('assets/', BUILT));

type Chunks = {
  readonly module: string;
  readonly imports: readonly string[];
  readonly css: readonly string[];
};
type Manifest = { readonly entry: Chunks; readonly routes: Readonly<Record<string, Chunks>> };

function readManifest(): Manifest {
  const name = assets.find((asset) => /^manifest-.*\.js$/.test(asset));
  return JSON.parse(/=(\{.*\})/s.exec(read(`assets/${name}`))?.[1] ?? '');
}

const { entry, routes } = readManifest();

/** The scripts of these routes, with those that every page loads. */
function scriptsOf(isWanted: (id: string) => boolean): string[] {
  const chosen = Object.keys(routes).flatMap((id) => (isWanted(id) ? (routes[id] ?? []) : []));
  return [entry, ...chosen].flatMap(({ module, imports }) => [module, ...imports]);
}

const isForReaders = (id: string) => id === 'root' || id.startsWith('routes/public/');

test('readers load no code of the dashboard', () => {
  const isDashboard = (path: string) =>
    /\/(admin-contract|text|admin-styles)-/.test(path) ||
    read(path).includes('/admin/upload-image');
  const scripts = assets.filter((name) => name.endsWith('.js')).map((name) => `/assets/${name}`);
  expect(scripts.filter(isDashboard)).not.toEqual([]);
  expect(scriptsOf(isForReaders).filter(isDashboard)).toEqual([]);
});

test('readers load the words of one language only, in a file of their own', () => {
  const phrases = Object.values<string>(EN).filter((text) => /\p{L} \p{L}/u.test(text));
  expect(phrases.length).toBeGreaterThan(60);
  for (const path of new Set(scriptsOf(isForReaders))) {
    const script = read(path);
    expect(
      phrases.filter((text) => script.includes(text)),
      path,
    ).toEqual([]);
  }
});

test('code that is loaded on demand does not load the public stylesheet again', () => {
  const onDemand = assets
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => /\bm\.f=\[(.*?)\]/.exec(read(`assets/${name}`))?.[1]?.split(',') ?? []);
  expect(onDemand.length).toBeGreaterThan(3);
  // React Router adds a `#` to stylesheets that a dynamic import needs as well.
  const sheets = (readManifest().routes.root?.css ?? []).map((path) => path.replace('#', ''));
  expect(sheets).toHaveLength(1);
  expect(onDemand.filter((path) => sheets.includes(`/${JSON.parse(path)}`))).toEqual([]);
});

test('no browser loads the library of the schemas', () => {
  const scripts = assets.filter((name) => name.endsWith('.js'));
  expect(scripts.filter((name) => /zod/i.test(read(`assets/${name}`)))).toEqual([]);
});
