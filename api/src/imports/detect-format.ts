import { IMPORT_KINDS, type ImportKind } from '@longhand/contract/imports';
import { ghostFormat } from './ghost/ghost-format.ts';
import { longhandFormat } from './longhand/longhand-format.ts';
import { markdownFormat } from './markdown/markdown-format.ts';
import { mediumFormat } from './medium/medium-format.ts';
import { type Archive, ImportError, type ImportSource, type SourceFormat } from './source.ts';
import { substackFormat } from './substack/substack-format.ts';
import { wordpressFormat } from './wordpress/wordpress-format.ts';

/** Formats are tried in this order: the more exact ones come first. */
const FORMATS: readonly SourceFormat[] = [
  longhandFormat,
  wordpressFormat,
  ghostFormat,
  substackFormat,
  mediumFormat,
  markdownFormat,
];

const NAMES: Readonly<Record<ImportKind, string>> = {
  longhand: 'an export of Longhand',
  wordpress: 'an export of WordPress',
  ghost: 'an export of Ghost',
  markdown: 'a folder of Markdown files',
  medium: 'an export of Medium',
  substack: 'an export of Substack',
};

function isImportKind(name: string): name is ImportKind {
  return (IMPORT_KINDS as readonly string[]).includes(name);
}

export function readImportKind(name: string | undefined): ImportKind | undefined {
  if (name === undefined || isImportKind(name)) return name;
  throw new ImportError(
    `--from ${name} is not known. It can be ${IMPORT_KINDS.join(', ')}; left out, it is recognised.`,
  );
}

async function recognise(
  archive: Archive,
  formats: readonly SourceFormat[],
): Promise<SourceFormat | undefined> {
  for (const format of formats) if (await format.recognises(archive)) return format;
  return undefined;
}

function notThatKind({ name }: Archive, wanted: ImportKind, found?: ImportKind): ImportError {
  const instead = found ? ` It looks like ${NAMES[found]}: try --from ${found}.` : '';
  return new ImportError(`${name} is not ${NAMES[wanted]}.${instead}`);
}

async function chooseFormat(
  archive: Archive,
  from: ImportKind | undefined,
  formats: readonly SourceFormat[],
): Promise<SourceFormat> {
  const named = formats.find(({ kind }) => kind === from);
  if (named && (await named.recognises(archive))) return named;
  const recognised = await recognise(archive, formats);
  if (from !== undefined) throw notThatKind(archive, from, recognised?.kind);
  if (recognised) return recognised;
  throw new ImportError(
    `${archive.name} is not a supported export. Supported: ${IMPORT_KINDS.join(', ')}.`,
  );
}

/** Closing the source closes the archive; if this fails, the archive is closed, too. */
export async function openSource(
  archive: Archive,
  from?: ImportKind,
  formats: readonly SourceFormat[] = FORMATS,
): Promise<ImportSource> {
  try {
    return await (await chooseFormat(archive, from, formats)).open(archive);
  } catch (error) {
    await archive.close();
    throw error;
  }
}
