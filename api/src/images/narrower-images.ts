import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sizeFromName } from '@longhand/contract/image-names';
import { createTurns } from '../in-turn.ts';
import { exists, writeWhole } from './image-store.ts';
import { loadSharp } from './process-image.ts';

/** Not part of what was uploaded: it can be deleted at any time, and is made again. */
const FOLDER = 'narrower';

/** Uploads in fewer pixels, made when they are first asked for and kept beside the others. */
export function createNarrowerImages(uploads: string) {
  const inTurn = createTurns();

  async function make(name: string, width: number, folder: string): Promise<void> {
    const sharp = await loadSharp();
    const bytes = await sharp(join(uploads, name), { animated: true })
      .resize({ width })
      .webp({ quality: 76, effort: 4 })
      .timeout({ seconds: 60 })
      .toBuffer();
    mkdirSync(folder, { recursive: true });
    await writeWhole(folder, `${name}.webp`, bytes);
  }

  return {
    /** Its path within the uploads; undefined where there is no such upload, or none so wide. */
    async find(name: string, width: number): Promise<string | undefined> {
      const original = sizeFromName(name);
      if (!original || original.width <= width) return undefined;
      const folder = join(uploads, FOLDER, String(width));
      const file = join(FOLDER, String(width), `${name}.webp`);
      if (await exists(join(uploads, file))) return file;
      if (!(await exists(join(uploads, name)))) return undefined;
      // However many ask at once, it is made once; and one after another, for the others' sake.
      return inTurn('', async () => {
        if (await exists(join(uploads, file))) return file;
        await make(name, width, folder);
        return file;
      });
    },
  };
}
