import type { ExportTarget } from '@longhand/api/exports';

const HAS_EXTENSION = /\.\w+$/;

/** A static host sends `blog/a/index.html` for `/blog/a`. */
export function fileOf(path: string, isPage = !HAS_EXTENSION.test(path)): string {
  const name = decodeURIComponent(path).slice(1);
  if (!isPage) return name;
  return name === '' ? 'index.html' : `${name}/index.html`;
}

/** File systems allow no longer names. */
const MAX_NAME_BYTES = 255;

/** False for a file outside of the folder, whatever an address says. */
function isSafe(name: string): boolean {
  return name
    .split(/[/\\]/)
    .every((part) => !['', '.', '..'].includes(part) && Buffer.byteLength(part) <= MAX_NAME_BYTES);
}

/** Returns, for example, `a` and `a/b` for `a/b/c`. */
function foldersOf(name: string): string[] {
  return Array.from(name.matchAll(/\//g), ({ index }) => name.slice(0, index));
}

/** Each name is used once, for a file or a folder: the first keeps it. */
export function createStaticFiles(target: ExportTarget, onFile: (count: number) => void) {
  const names = new Set<string>();
  const folders = new Set<string>();
  const isTaken = (name: string) =>
    names.has(name) || folders.has(name) || foldersOf(name).some((folder) => names.has(folder));

  return {
    count: () => names.size,
    async add(name: string, content: string | Uint8Array): Promise<void> {
      // Some file systems ignore case.
      const key = name.toLowerCase();
      if (!isSafe(name) || isTaken(key)) return;
      names.add(key);
      for (const folder of foldersOf(key)) folders.add(folder);
      await target.add(name, content);
      onFile(names.size);
    },
  };
}

export type StaticFiles = ReturnType<typeof createStaticFiles>;
