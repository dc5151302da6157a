import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Archive, ArchiveEntry } from '../source.ts';

function segmentsOf(address: string): string[] {
  const path = URL.parse(address)?.pathname ?? '';
  try {
    return decodeURIComponent(path).split('/').filter(Boolean);
  } catch {
    return path.split('/').filter(Boolean);
  }
}

/** Below the folder of uploads, which is at any depth in an archive; `2009/05/photo.jpg`. */
function uploadPath(segments: readonly string[]): string {
  return segments.slice(segments.lastIndexOf('uploads') + 1).join('/');
}

/** The same picture, in the size that was uploaded. */
function originalOf(path: string): string {
  return path.replace(/-\d+x\d+(?=\.\w+$)/, '');
}

function findUpload(archive: Archive, address: string): ArchiveEntry | null {
  const path = uploadPath(segmentsOf(address));
  const paths = [path, originalOf(path)];
  const matches = ({ name }: ArchiveEntry, wanted: string) =>
    name === wanted || name.endsWith(`/${wanted}`);
  for (const wanted of paths) {
    const entry = wanted.includes('.') && archive.entries.find((entry) => matches(entry, wanted));
    if (entry) return entry;
  }
  return null;
}

/** A picture of the folder `wp-content/uploads`, if the archive has it beside the export. */
export async function copyUpload(archive: Archive, address: string, to: string): Promise<boolean> {
  const entry = findUpload(archive, address);
  if (!entry) return false;
  await pipeline(await archive.open(entry), createWriteStream(to));
  return true;
}
