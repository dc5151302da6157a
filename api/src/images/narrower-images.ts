import { join } from 'node:path';
import { type ImageFormat, widthsOf } from '@longhand/contract/image-names';
import type { FastifyBaseLogger } from 'fastify';
import type { Sharp } from 'sharp';
import { createTurns } from '../in-turn.ts';
import { exists, type ImageStore, writeWhole } from './image-store.ts';
import { loadSharp } from './load-sharp.ts';
import { NARROWER } from './narrower-files.ts';

const ENCODE: Readonly<Record<ImageFormat, (image: Sharp) => Sharp>> = {
  // One step more of effort takes twice as long, and comes out larger as often as smaller.
  avif: (image) => image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' }),
  webp: (image) => image.webp({ quality: 76, effort: 4 }),
};

/** Where it is within the uploads, or itself where it could not be written there. */
export type NarrowerImage = { readonly file: string } | { readonly bytes: Buffer };

/** Uploads in fewer pixels, made when they are first asked for and kept beside the others. */
export function createNarrowerImages(images: ImageStore, log: FastifyBaseLogger) {
  const inTurn = createTurns();

  async function encode(name: string, width: number, format: ImageFormat): Promise<Buffer> {
    const sharp = await loadSharp();
    const animated = format === 'webp';
    const image = sharp(join(images.folder, name), { animated }).resize({ width });
    return ENCODE[format](image).timeout({ seconds: 60 }).toBuffer();
  }

  async function make(
    name: string,
    width: number,
    format: ImageFormat,
  ): Promise<NarrowerImage | undefined> {
    const state = await images.look(name);
    // What is made of a damaged picture would be kept, and sent even after that is put right.
    if (state === 'damaged') log.error(`the upload ${name} is damaged: see npm run doctor`);
    if (state !== 'whole') return undefined;
    const bytes = await encode(name, width, format);
    const folder = join(NARROWER, String(width));
    const file = `${name}.${format}`;
    try {
      await writeWhole(join(images.folder, folder), file, bytes);
      return { file: join(folder, file) };
    } catch (error) {
      log.warn({ err: error }, 'a narrower image could not be kept; it will be made again');
      return { bytes };
    }
  }

  return {
    /** Undefined where there is no such upload, or none so wide. */
    async find(
      name: string,
      asked: string,
      format: ImageFormat,
    ): Promise<NarrowerImage | undefined> {
      const width = widthsOf(name, format).find((each) => String(each) === asked);
      if (width === undefined) return undefined;
      const file = join(NARROWER, asked, `${name}.${format}`);
      if (await exists(join(images.folder, file))) return { file };
      if (!(await exists(join(images.folder, name)))) return undefined;
      // However many ask at once, it is made once; and one after another, for the others' sake.
      return inTurn('', async () => {
        if (await exists(join(images.folder, file))) return { file };
        return make(name, width, format);
      });
    },
  };
}
