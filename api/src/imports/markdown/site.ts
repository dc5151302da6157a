import { parse as parseToml } from 'smol-toml';
import { parseDocument } from 'yaml';
import { readText } from '../archive/read-entry.ts';
import type { Archive, ArchiveEntry } from '../source.ts';
import { DATED_NAME, haveTitles } from './item-files.ts';

export type Generator = 'jekyll' | 'hugo' | 'eleventy' | 'none';

export type MarkdownSite = {
  readonly generator: Generator;
  /** The folder that contains all files of the archive, with a slash; often empty. */
  readonly root: string;
  readonly url: string | null;
  /** Jekyll has one pattern for addresses, Hugo one for each section. */
  readonly permalink: string;
  readonly sectionPermalinks: ReadonlyMap<string, string>;
  readonly namesAreTitles: boolean;
  /** Values of `{{ site.name }}` in Jekyll's texts. */
  readonly variables: ReadonlyMap<string, string>;
};

const MAX_CONFIG_BYTES = 256 * 1024;
const CONFIGS: Readonly<Record<Exclude<Generator, 'none'>, RegExp>> = {
  jekyll: /^_config\.ya?ml$/,
  hugo: /^(?:config\/_default\/)?(?:hugo|config)\.(?:toml|ya?ml|json)$/,
  eleventy: /^eleventy\.config\.[cm]?[jt]s$/,
};

/** A zip of a repository has one folder with everything in it. */
function rootOf(entries: readonly ArchiveEntry[]): string {
  const [first] = entries;
  const folder = first ? first.name.slice(0, first.name.indexOf('/') + 1) : '';
  const isCommon = folder !== '' && entries.every(({ name }) => name.startsWith(folder));
  const isContent = /^(_posts|_drafts|content|posts|src)\/$/.test(folder);
  return isCommon && !isContent ? folder : '';
}

function hasFolder(names: readonly string[], folder: RegExp): boolean {
  return names.some((name) => folder.test(name));
}

function generatorOf(names: readonly string[]): Generator {
  for (const generator of ['jekyll', 'hugo', 'eleventy'] as const)
    if (hasFolder(names, CONFIGS[generator])) return generator;
  if (hasFolder(names, /(?:^|\/)_posts\//)) return 'jekyll';
  if (hasFolder(names, /^content\//) && hasFolder(names, /^(?:static|archetypes|themes|layouts)\//))
    return 'hugo';
  const isDated = (name: string) => DATED_NAME.test(name) && /\.(?:md|markdown)$/i.test(name);
  return names.some(isDated) ? 'jekyll' : 'none';
}

function parseConfig(name: string, text: string): unknown {
  try {
    if (/\.toml$/.test(name)) return parseToml(text);
    return parseDocument(text, { logLevel: 'silent' }).toJS({ maxAliasCount: 100 });
  } catch {
    return {};
  }
}

type Config = { readonly [name: string]: unknown };

function isConfig(value: unknown): value is Config {
  return typeof value === 'object' && value !== null;
}

async function readConfig(archive: Archive, root: string, generator: Generator): Promise<Config> {
  if (generator === 'none' || generator === 'eleventy') return {};
  const pattern = CONFIGS[generator];
  const entry = archive.entries.find(({ name }) => pattern.test(name.slice(root.length)));
  if (!entry) return {};
  const text = await readText(archive, entry, MAX_CONFIG_BYTES).catch(() => '');
  const config = parseConfig(entry.name, text);
  return isConfig(config) ? config : {};
}

function textIn(config: Config, ...names: string[]): string {
  const found = names.map((name) => config[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found.trim() : '';
}

/** Jekyll has separate fields for host and path, Hugo has one. */
function urlOf(config: Config): string | null {
  const url = URL.parse(textIn(config, 'baseURL', 'baseurl'), textIn(config, 'url') || undefined);
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/** Newer versions have them under `page`. */
function sectionPermalinks({ permalinks }: Config): unknown {
  return isConfig(permalinks) && isConfig(permalinks.page) ? permalinks.page : permalinks;
}

function textsOf(table: unknown): Map<string, string> {
  const fields = Object.entries(isConfig(table) ? table : {});
  return new Map(
    fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

export async function readSite(archive: Archive): Promise<MarkdownSite> {
  const root = rootOf(archive.entries);
  const paths = archive.entries.map(({ name }) => name.slice(root.length));
  const generator = generatorOf(paths);
  const config = await readConfig(archive, root, generator);
  return {
    generator,
    root,
    url: urlOf(config),
    permalink: textIn(config, 'permalink'),
    sectionPermalinks: textsOf(sectionPermalinks(config)),
    namesAreTitles: generator === 'none' && haveTitles(paths),
    variables: textsOf(config),
  };
}
