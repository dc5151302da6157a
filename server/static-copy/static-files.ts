import type { ExportTarget } from '@longhand/api/exports';

const HAS_EXTENSION = /\.\w+$/;

/** The file that a static host sends for a path: that of `/blog/a` is `blog/a/index.html`. */
export function fileOf(path: string, isPage = !HAS_EXTENSION.test(path)): string {
  const name = decodeURIComponent(path).slice(1);
  if (!isPage) return name;
  return name === '' ? 'index.html' : `${name}/index.html`;
}

/** Never outside of the folder, whatever an address says. */
function isSafe(name: string): boolean {
  return name.split(/[/\\]/).every((part) => !['', '.', '..'].includes(part));
}

/** Each name once: the first file keeps it. */
export function createStaticFiles(target: ExportTarget, onFile: (count: number) => void) {
  const names = new Set<string>();
  return {
    count: () => names.size,
    async add(name: string, content: string | Uint8Array): Promise<void> {
      // Some file systems do not tell cases apart.
      const key = name.toLowerCase();
      if (!isSafe(name) || names.has(key)) return;
      names.add(key);
      await target.add(name, content);
      onFile(names.size);
    },
  };
}

export type StaticFiles = ReturnType<typeof createStaticFiles>;
