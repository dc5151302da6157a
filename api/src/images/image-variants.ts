import { join } from 'node:path';
import {
  IMAGE_FORMATS,
  type ImageFormat,
  isImageName,
  VARIANTS_FOLDER,
  widthsOf,
} from '@longhand/contract/media/image-names';
import {
  MAIL_FORMATS,
  type MailFormat,
  mailVariantOf,
} from '@longhand/contract/newsletter/mail-pictures';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { exists, isAbandoned } from '../files/atomic-write.ts';
import type { FileStore } from '../files/file-store.ts';
import { ProblemError } from '../http/problem.ts';
import { type ImageStore, UPLOADS } from './image-store.ts';
import type { ImageWorker } from './image-worker.ts';

export const VARIANT_FORMATS = [...IMAGE_FORMATS, ...MAIL_FORMATS] as const;

export type VariantFormat = (typeof VARIANT_FORMATS)[number];

function isForPages(format: VariantFormat): format is ImageFormat {
  return !MAIL_FORMATS.includes(format as MailFormat);
}

function variantWidthsOf(name: string, format: VariantFormat): number[] {
  if (isForPages(format)) return widthsOf(name, format);
  const variant = mailVariantOf(name);
  return variant?.format === format ? [variant.width] : [];
}

/** The path is relative to the uploads folder. */
function variantFile(name: string, width: number | string, format: string): string {
  return `${VARIANTS_FOLDER}/${width}/${name}.${format}`;
}

/** `name` is the upload of the variant. */
export async function* listVariants(files: FileStore) {
  for await (const { path, modified } of files.list(`${UPLOADS}${VARIANTS_FOLDER}/`, 'deep')) {
    const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.[a-z]+$/, '');
    yield { path, modified, name: isImageName(name) ? name : undefined };
  }
}

export async function removeVariants(files: FileStore, name: string): Promise<void> {
  for (const format of VARIANT_FORMATS)
    for (const width of variantWidthsOf(name, format))
      await files.remove(UPLOADS + variantFile(name, width, format));
}

/** Also removes temporary files. */
export async function removeStrayVariants(files: FileStore, uploads: readonly string[]) {
  const existing = new Set(uploads);
  for await (const { path, name, modified } of listVariants(files)) {
    if (name && existing.has(name)) continue;
    if (isAbandoned(modified)) await files.remove(path);
  }
}

/** A variant that failed, for example for lack of memory, is not tried again for this time. */
const RETRY_FAILED_AFTER_MS = 3_600_000;
const MAX_CACHED_FAILURES = 5_000;

/** `bytes` if the variant could not be stored; 'original' if the upload must be sent instead. */
type ImageVariant = { readonly file: string } | { readonly bytes: Buffer } | 'original';

type RequestedVariant = {
  readonly name: string;
  readonly width: number;
  readonly format: VariantFormat;
  readonly file: string;
};

async function store(
  { files, folder }: ImageStore,
  file: string,
  bytes: Buffer,
  log: FastifyBaseLogger,
): Promise<ImageVariant> {
  try {
    await files.put(UPLOADS + file, bytes);
    return (await exists(join(folder, file))) ? { file } : { bytes };
  } catch (error) {
    log.warn({ err: error }, 'a resized image could not be stored; it will be created again');
    return { bytes };
  }
}

/** Variants have smaller widths and other formats. Each is created on its first request. */
export function createImageVariants(
  images: ImageStore,
  worker: ImageWorker,
  log: FastifyBaseLogger,
) {
  const pending = new Map<string, Promise<ImageVariant | undefined>>();
  const failed = new LRUCache<string, true>({
    max: MAX_CACHED_FAILURES,
    ttl: RETRY_FAILED_AFTER_MS,
  });

  function recordFailure(file: string, error: ProblemError): void {
    // The server was busy with other images, so a later attempt may succeed.
    if (error.code === 'unavailable') return;
    failed.set(file, true);
    log.warn(`${file} could not be created, so the upload itself is sent: ${error.message}`);
  }

  async function create(requested: RequestedVariant): Promise<ImageVariant | undefined> {
    const { name, width, format, file } = requested;
    // Another request may have created it since `find` checked.
    if (await images.files.ensureLocal(UPLOADS + file)) return { file };
    const state = await images.check(name);
    // A variant of a corrupt upload would still be served after the upload is repaired.
    if (state === 'corrupt') log.error(`the upload ${name} is damaged: see npm run doctor`);
    if (state !== 'valid') return undefined;
    try {
      const bytes = await worker.makeVariant(join(images.folder, name), width, format);
      return await store(images, file, bytes, log);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      recordFailure(file, error);
      return 'original';
    }
  }

  /** Concurrent requests share one job. */
  function createOnce(requested: RequestedVariant): Promise<ImageVariant | undefined> {
    const { file } = requested;
    const job = pending.get(file) ?? create(requested).finally(() => pending.delete(file));
    pending.set(file, job);
    return job;
  }

  return {
    /** Undefined if there is no such upload, or no variant of this width. */
    async find(
      name: string,
      requestedWidth: string,
      format: VariantFormat,
    ): Promise<ImageVariant | undefined> {
      const width = variantWidthsOf(name, format).find(
        (offered) => String(offered) === requestedWidth,
      );
      if (width === undefined) return undefined;
      const file = variantFile(name, width, format);
      if (await images.files.ensureLocal(UPLOADS + file)) return { file };
      if (!(await images.files.ensureLocal(UPLOADS + name))) return undefined;
      if (failed.has(file)) return 'original';
      return createOnce({ name, width, format, file });
    },
  };
}
