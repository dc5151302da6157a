import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type ImageFormat, widthsOf } from '@longhand/contract/image-names';
import type { Sharp } from 'sharp';
import { createTurns } from '../in-turn.ts';
import { exists, writeWhole } from './image-store.ts';
import { loadSharp } from './load-sharp.ts';

/** Not part of what was uploaded: it can be deleted at any time, and is made again. */
const FOLDER = 'narrower';

const ENCODE: Readonly<Record<ImageFormat, (image: Sharp) => Sharp>> = {
  // One step more of effort takes twice as long, and comes out larger as often as smaller.
  avif: (image) => image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
};

/** Uploads in fewer pixels, made when they are first asked for and kept beside the others. */
export function createNarrowerImages(uploads: string) {
  const inTurn = createTurns();

  async function make(name: string, width: number, format: ImageFormat): Promise<void> {
    const sharp = await loadSharp();
    const image = sharp(join(uploads, name), { animated: format === 'webp' }).resize({ width });
    const bytes = await ENCODE[format](image).timeout({ seconds: 60 }).toBuffer();
    const folder = join(uploads, FOLDER, String(width));
    mkdirSync(folder, { recursive: true });
    await writeWhole(folder, `${name}.${format}`, bytes);
  }

  return {
    /** Its path within the uploads; undefined where there is no such upload, or none so wide. */
    async find(name: string, asked: string, format: ImageFormat): Promise<string | undefined> {
      const width = widthsOf(name, format).find((each) => String(each) === asked);
      if (width === undefined) return undefined;
      const file = join(FOLDER, asked, `${name}.${format}`);
      if (await exists(join(uploads, file))) return file;
      if (!(await exists(join(uploads, name)))) return undefined;
      // However many ask at once, it is made once; and one after another, for the others' sake.
      return inTurn('', async () => {
        if (!(await exists(join(uploads, file)))) await make(name, width, format);
        return file;
      });
    },
  };
}
