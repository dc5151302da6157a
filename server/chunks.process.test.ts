import { readdirSync, readFileSync } from 'node:fs';
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

test('readers load no code of the dashboard', () => {
  const { entry, routes } = readManifest();
  const loadedBy = (isWanted: (id: string) => boolean) =>
    [entry, ...Object.keys(routes).flatMap((id) => (isWanted(id) ? (routes[id] ?? []) : []))]
      .flatMap(({ module, imports }) => [module, ...imports])
      .filter(
        (path) => /\/(text|admin-styles)-/.test(path) || read(path).includes('/admin/upload-image'),
      );
  expect(loadedBy((id) => id.startsWith('routes/admin/'))).not.toEqual([]);
  expect(loadedBy((id) => id === 'root' || id.startsWith('routes/public/'))).toEqual([]);
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
