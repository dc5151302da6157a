import { copyFile, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';
import { undefinedIfMissing } from '../../files/atomic-write.ts';
import { ImportError } from '../source.ts';

/** WordPress stores smaller copies beside a picture, like `photo-300x200.jpg`. */
const SIZED = /^(.*)-(\d{1,5})x(\d{1,5})(\.\w{1,5})$/s;

export function readSize(path: string): { original: string; pixels: number } | undefined {
  const [, start = '', width, height, extension] = SIZED.exec(path) ?? [];
  if (extension === undefined) return undefined;
  return { original: start + extension, pixels: Number(width) * Number(height) };
}

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif)$/i;

export function isPictureFile({ pathname }: URL): boolean {
  return PICTURE.test(pathname);
}

/** Returns `a/b/c.png`, `b/c.png`, `c.png`: the folder may be any part of the old site. */
function endsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.includes('..')) return [];
  return parts.map((_, index) => join(...parts.slice(index)));
}

/** For `photo.jpg`, finds the largest of `photo-300x200.jpg`, `photo-1024x683.jpg`, …. */
async function findLargestSize(file: string): Promise<string | undefined> {
  const names = (await readdir(dirname(file)).catch(undefinedIfMissing)) ?? [];
  const sizes = names.flatMap((name) => {
    const size = readSize(name);
    return size?.original === basename(file) ? [{ name, pixels: size.pixels }] : [];
  });
  const [largest] = sizes.toSorted((a, b) => b.pixels - a.pixels);
  return largest && join(dirname(file), largest.name);
}

export async function openPictureFolder(path: string) {
  const root = await realpath(path).catch(() => {
    throw new ImportError(`There is no folder ${path}. Check what --images names.`);
  });
  if (!(await stat(root)).isDirectory())
    throw new ImportError(`${path} is not a folder. --images names the folder with the pictures.`);

  /** Undefined for anything but a file, and for a link that leads out. */
  async function fileWithin(name: string): Promise<string | undefined> {
    const file = await realpath(join(root, name)).catch(() => undefined);
    if (!file?.startsWith(root + sep)) return undefined;
    return (await stat(file)).isFile() ? file : undefined;
  }

  async function findFile(ends: readonly string[]): Promise<string | undefined> {
    for (const end of ends) {
      const file = await fileWithin(end);
      if (file !== undefined) return file;
    }
    return undefined;
  }

  async function findSmaller(ends: readonly string[]): Promise<string | undefined> {
    for (const end of ends) {
      const found = await findLargestSize(join(root, end));
      if (found !== undefined) return fileWithin(found.slice(root.length + 1));
    }
    return undefined;
  }

  return {
    async copy(path: string, to: string, sizes: 'exact' | 'smaller'): Promise<boolean> {
      const ends = endsOf(path);
      const file = await (sizes === 'exact' ? findFile(ends) : findSmaller(ends));
      if (file === undefined) return false;
      await copyFile(file, to);
      return true;
    },
  };
}

export type PictureFolder = Awaited<ReturnType<typeof openPictureFolder>>;
