import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { PALETTE } from '@longhand/contract/colours/palette';
import { shortHash } from '@longhand/contract/hash';
import { sizeFromName } from '@longhand/contract/media/image-names';
import { type Pictured, socialPicturePath } from '@longhand/contract/media/social-picture';
import { Mutex } from 'async-mutex';
import { exists, undefinedIfMissing } from '../files/atomic-write.ts';
import { type FileStore, FileStoreError } from '../files/file-store.ts';
import type { ImageStore } from '../images/image-store.ts';
import { ChildEnded, ChildTimeout, runInChild } from '../run-in-child.ts';
import type { DrawJob } from './draw-picture.ts';

const ENTRY = new URL('./draw-child-process-entry.ts', import.meta.url);
const MAX_MS = 60_000;

/** A process that decodes untrusted images gets no secrets. */
function drawOnce(job: DrawJob, maxBytes: number): Promise<Uint8Array> {
  return runInChild(ENTRY, job, { env: {}, maxMs: MAX_MS, maxBytes });
}

function isKilled(error: unknown): boolean {
  return error instanceof ChildTimeout || (error instanceof ChildEnded && error.exit === 'SIGKILL');
}

/**
 * Why a child process: the libraries take 75 MB that are never freed, and text layout would block
 * requests. If the memory is not enough for the image, the cover is drawn instead.
 */
export async function drawInChildProcess(job: DrawJob, maxBytes: number): Promise<Buffer> {
  const bytes = await drawOnce(job, maxBytes).catch((error) => {
    if (job.image === null || !isKilled(error)) throw error;
    return drawOnce({ ...job, image: null }, maxBytes);
  });
  return Buffer.from(bytes);
}

/** Smaller images would look blurred. */
const MIN_IMAGE = { width: 480, height: 420 };

/** The slug comes before the two hashes. */
const NAME = /^(.+)-[0-9a-f]{8}\.[0-9a-f]{8}\.jpg$/;

/** The folder can be deleted at any time: the pictures are drawn again. */
const SOCIAL = 'cache/social/';

export type Draw = (job: DrawJob) => Promise<Buffer>;

/** A null accent is that of the stylesheet. */
type Look = { readonly site_name: string; readonly accent: string | null };

type Parts = {
  readonly siteUrl: string;
  readonly readLook: () => Promise<Look>;
  readonly images: ImageStore;
  readonly draw: Draw;
};

function nameOf(post: Pictured, { site_name, accent }: Look, hasImage: boolean): string {
  // The name of a cover has the accent of the stylesheet, too: earlier versions drew covers in other colours.
  const colours = hasImage && accent === null ? [] : [accent];
  const context = shortHash(JSON.stringify([site_name, hasImage, ...colours]));
  return socialPicturePath(post).slice('/social/'.length).replace(/jpg$/, `${context}.jpg`);
}

async function usableImage(
  images: ImageStore,
  siteUrl: string,
  reference: string | null,
): Promise<string | null> {
  const { width, height } = sizeFromName(reference ?? '') ?? { width: 0, height: 0 };
  if (!reference || width < MIN_IMAGE.width || height < MIN_IMAGE.height) return null;
  return (await images.find(reference.replace(siteUrl, ''))) ?? null;
}

async function listStored(files: FileStore, prefix = ''): Promise<string[]> {
  const all = await Array.fromAsync(files.list(SOCIAL + prefix));
  return all.map(({ path }) => path.slice(SOCIAL.length));
}

async function removeOutdated(files: FileStore, slug: string, current: string): Promise<void> {
  for (const name of await listStored(files, `${slug}-`))
    if (name !== current && NAME.exec(name)?.[1] === slug) await files.remove(SOCIAL + name);
}

/** Other sites show these pictures with links to posts; each is drawn on its first request. */
export function createSocialPictures({ siteUrl, readLook, images, draw }: Parts) {
  const { files } = images;
  const folder = join(files.folder, SOCIAL);
  mkdirSync(folder, { recursive: true });
  const mutex = new Mutex();

  return {
    folder,

    /** Removes the pictures of posts that are no longer public; returns how many. */
    async removeLeftovers(
      findPictured: (slug: string) => Promise<Pictured | undefined>,
    ): Promise<number> {
      let removed = 0;
      const cached = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
      for (const name of new Set([...cached, ...(await listStored(files))])) {
        const slug = NAME.exec(name)?.[1];
        if (slug && !(await findPictured(slug))) {
          await files.remove(SOCIAL + name);
          removed += 1;
        }
        // SQLite is synchronous: without this, no request would be served meanwhile.
        await setImmediate();
      }
      return removed;
    },

    /** Returns the file's name in the folder; draws the picture if it is not there. */
    async find(post: Pictured): Promise<string> {
      const look = await readLook();
      const image = await usableImage(images, siteUrl, post.featured_image).catch(async (error) => {
        // While the store is unreachable, a picture that is cached here with the image is used.
        const isCached = await exists(join(folder, nameOf(post, look, true)));
        if (error instanceof FileStoreError && isCached) return 'there before';
        throw error;
      });
      const name = nameOf(post, look, image !== null);
      if (await files.ensureLocal(SOCIAL + name)) return name;
      return mutex.runExclusive(async () => {
        // Another request may have drawn it while this one waited.
        if (await files.ensureLocal(SOCIAL + name)) return name;
        const topic = post.tags[0] ?? null;
        const accent = look.accent ?? PALETTE.light.accent;
        const words = { title: post.title, topic, siteName: look.site_name };
        const bytes = await draw({ ...words, accent, image });
        await files.put(SOCIAL + name, bytes);
        await files.ensureLocal(SOCIAL + name);
        await removeOutdated(files, post.slug, name);
        return name;
      });
    },
  };
}

export type SocialPictures = ReturnType<typeof createSocialPictures>;
