import { join } from 'node:path';
import { type ImageFormat, widthsOf } from '@longhand/contract/image-names';
import type { FastifyBaseLogger } from 'fastify';
import type { Sharp } from 'sharp';
import { exists } from '../files/whole-file.ts';
import { createTurns } from '../in-turn.ts';
import { type ImageStore, UPLOADS } from './image-store.ts';
import { loadSharp } from './load-sharp.ts';
import { narrowerFile } from './narrower-files.ts';

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
    const file = narrowerFile(name, width, format);
    try {
      await images.files.keep(UPLOADS + file, bytes);
      return (await exists(join(images.folder, file))) ? { file } : { bytes };
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
      const file = narrowerFile(name, width, format);
      if (await images.files.bring(UPLOADS + file)) return { file };
      if (!(await images.files.bring(UPLOADS + name))) return undefined;
      // However many ask at once, it is made once; and one after another, for the others' sake.
      return inTurn('', async () => {
        if (await images.files.bring(UPLOADS + file)) return { file };
        return make(name, width, format);
      });
    },
  };
}
