import { join } from 'node:path';
import { type ImageFormat, widthsOf } from '@longhand/contract/image-names';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { exists } from '../files/atomic-write.ts';
import { ProblemError } from '../http/problem.ts';
import { type ImageStore, UPLOADS } from './image-store.ts';
import type { ImageWorker } from './image-worker.ts';
import { variantFile } from './variant-files.ts';

/** What could not be made, for want of memory for example, is not tried again for so long. */
const FAILED_FOR_MS = 3_600_000;
const REMEMBERED = 5_000;

/**
 * Where it is within the uploads, or itself where it could not be written there; 'original' where
 * the upload itself has to do.
 */
type ImageVariant = { readonly file: string } | { readonly bytes: Buffer } | 'original';

/** Uploads in fewer pixels, made when they are first asked for and kept beside the others. */
export function createImageVariants(
  images: ImageStore,
  worker: ImageWorker,
  log: FastifyBaseLogger,
) {
  const making = new Map<string, Promise<ImageVariant | undefined>>();
  const failed = new LRUCache<string, true>({ max: REMEMBERED, ttl: FAILED_FOR_MS });

  function noteFailure(file: string, error: ProblemError): void {
    // The server was busy with other pictures.
    if (error.code === 'unavailable') return;
    failed.set(file, true);
    log.warn(`${file} cannot be made, and the upload is sent in its place: ${error.message}`);
  }

  async function make(
    name: string,
    width: number,
    format: ImageFormat,
  ): Promise<ImageVariant | undefined> {
    const file = variantFile(name, width, format);
    // Somebody may have made it since it was looked for.
    if (await images.files.ensureLocal(UPLOADS + file)) return { file };
    const state = await images.look(name);
    // What is made of a damaged picture would be kept, and sent even after that is put right.
    if (state === 'damaged') log.error(`the upload ${name} is damaged: see npm run doctor`);
    if (state !== 'whole') return undefined;
    let bytes: Buffer;
    try {
      bytes = await worker.makeVariant(join(images.folder, name), width, format);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      noteFailure(file, error);
      return 'original';
    }
    try {
      await images.files.put(UPLOADS + file, bytes);
      return (await exists(join(images.folder, file))) ? { file } : { bytes };
    } catch (error) {
      log.warn({ err: error }, 'a narrower image could not be kept; it will be made again');
      return { bytes };
    }
  }

  /** However many ask at once, it is made once. */
  function makeOnce(
    name: string,
    width: number,
    format: ImageFormat,
  ): Promise<ImageVariant | undefined> {
    const file = variantFile(name, width, format);
    const begun = making.get(file) ?? make(name, width, format).finally(() => making.delete(file));
    making.set(file, begun);
    return begun;
  }

  return {
    /** Undefined where there is no such upload, or none so wide. */
    async find(
      name: string,
      asked: string,
      format: ImageFormat,
    ): Promise<ImageVariant | undefined> {
      const width = widthsOf(name, format).find((each) => String(each) === asked);
      if (width === undefined) return undefined;
      const file = variantFile(name, width, format);
      if (await images.files.ensureLocal(UPLOADS + file)) return { file };
      if (!(await images.files.ensureLocal(UPLOADS + name))) return undefined;
      if (failed.has(file)) return 'original';
      return makeOnce(name, width, format);
    },
  };
}
