import { mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { shortHash } from '@longhand/contract/hash';
import { sizeFromName } from '@longhand/contract/image-names';
import { type Pictured, socialPicturePath } from '@longhand/contract/social-picture';
import { Mutex } from 'async-mutex';
import type { Config } from '../config.ts';
import { exists } from '../files/atomic-write.ts';
import { FileStoreError } from '../files/file-store.ts';
import type { ImageStore } from '../images/image-store.ts';
import type { DrawJob } from './draw-job.ts';

/** A smaller image would be enlarged until one sees it. */
const MIN_IMAGE = { width: 480, height: 420 };

/** What comes before the two hashes is the slug. */
const NAME = /^(.+)-[0-9a-f]{8}\.[0-9a-f]{8}\.jpg$/;

/** Not part of what somebody wrote: it can be deleted at any time, and is made again. */
const SOCIAL = 'cache/social/';

export type Draw = (order: DrawJob) => Promise<Buffer>;

/** The pictures that other sites show of posts, made when they are first asked for. */
export function createSocialPictures({ site }: Config, images: ImageStore, draw: Draw) {
  const { files } = images;
  const folder = join(files.folder, SOCIAL);
  mkdirSync(folder, { recursive: true });
  const drawing = new Mutex();

  async function usableImage(reference: string | null): Promise<string | null> {
    const { width, height } = sizeFromName(reference ?? '') ?? { width: 0, height: 0 };
    if (!reference || width < MIN_IMAGE.width || height < MIN_IMAGE.height) return null;
    return (await images.find(reference.replace(site.url, ''))) ?? null;
  }

  async function removeOthers(slug: string, name: string): Promise<void> {
    for (const old of await listKept(`${slug}-`))
      if (old !== name && NAME.exec(old)?.[1] === slug) await files.remove(SOCIAL + old);
  }

  async function listKept(start = ''): Promise<string[]> {
    const all = await Array.fromAsync(files.list(SOCIAL + start));
    return all.map(({ path }) => path.slice(SOCIAL.length));
  }

  function nameOf(post: Pictured, hasImage: boolean): string {
    // What the picture shows besides the post, so that it is made anew when that changes.
    const besides = shortHash(JSON.stringify([site.name, hasImage]));
    return socialPicturePath(post).slice('/social/'.length).replace(/jpg$/, `${besides}.jpg`);
  }

  return {
    folder,

    /** Removes the pictures of posts that nobody can see any more; returns how many. */
    async removeLeftovers(findPublic: (slug: string) => Promise<unknown>): Promise<number> {
      let removed = 0;
      for (const name of new Set([...(await readdir(folder)), ...(await listKept())])) {
        const slug = NAME.exec(name)?.[1];
        if (slug && !(await findPublic(slug))) {
          await files.remove(SOCIAL + name);
          removed += 1;
        }
        // The database answers at once: without this, no request would be looked at meanwhile.
        await setImmediate();
      }
      return removed;
    },

    /** The name of the post's picture in the folder. */
    async find(post: Pictured): Promise<string> {
      const image = await usableImage(post.featured_image).catch(async (error) => {
        // With the store away, nobody knows whether the image is still there.
        const isHere = await exists(join(folder, nameOf(post, true)));
        if (error instanceof FileStoreError && isHere) return 'there before';
        throw error;
      });
      const name = nameOf(post, image !== null);
      if (await files.ensureLocal(SOCIAL + name)) return name;
      // However many ask at once, it is made once; and one after another, for the others' sake.
      return drawing.runExclusive(async () => {
        if (await files.ensureLocal(SOCIAL + name)) return name;
        const topic = post.tags[0] ?? null;
        const bytes = await draw({ title: post.title, topic, siteName: site.name, image });
        await files.put(SOCIAL + name, bytes);
        await files.ensureLocal(SOCIAL + name);
        await removeOthers(post.slug, name);
        return name;
      });
    },
  };
}

export type SocialPictures = ReturnType<typeof createSocialPictures>;
