import { readFile } from 'node:fs/promises';
import { UPLOADS_PATH } from '@longhand/contract/media/image-names';
import { SAMPLE_IMAGES } from '../../sample-content/images.ts';
import { SAMPLE_POSTS, type SamplePost } from '../../sample-content/posts.ts';
import { type Clock, DAY_MS } from '../clock.ts';
import type { ImageStore } from '../images/image-store.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { WrittenPost } from '../posts/untouched-posts.service.ts';

const FOLDER = new URL('../../sample-content/', import.meta.url);

/** Returns the URL of the stored image. */
async function storeSampleImage(images: ImageStore, file: string): Promise<string> {
  const name = SAMPLE_IMAGES[file];
  if (!name) throw new Error(`api/sample-content/images.ts does not name ${file}.`);
  await images.save({ name, bytes: await readFile(new URL(file, FOLDER)) });
  return UPLOADS_PATH + name;
}

async function readContent(images: ImageStore, file: string): Promise<string> {
  let content = (await readFile(new URL(file, FOLDER), 'utf8')).trim();
  for (const [placeholder, image = ''] of content.matchAll(/\{\{([\w.-]+)\}\}/g)) {
    content = content.replace(placeholder, await storeSampleImage(images, image));
  }
  return content;
}

async function writeSamplePost(
  posts: PostsService,
  images: ImageStore,
  sample: SamplePost,
  createdAt: Date,
): Promise<WrittenPost> {
  const { title, excerpt, tags, published, metaTitle, metaDescription, imageAlt } = sample;
  const { id, version } = await posts.create(
    {
      title,
      excerpt,
      content: await readContent(images, sample.file),
      tags: [...tags],
      meta_title: metaTitle ?? null,
      meta_description: metaDescription ?? null,
      featured_image: sample.image ? await storeSampleImage(images, sample.image) : null,
      featured_image_alt: imageAlt ?? null,
      published,
    },
    createdAt,
  );
  return { id, version };
}

/** Calls `onWritten` after each post, with all that were written so far. */
export async function writeSamplePosts(
  posts: PostsService,
  images: ImageStore,
  clock: Clock,
  onWritten: (samples: readonly WrittenPost[]) => Promise<void>,
): Promise<void> {
  const written: WrittenPost[] = [];
  for (const sample of SAMPLE_POSTS) {
    const createdAt = new Date(clock().getTime() - sample.daysAgo * DAY_MS);
    written.push(await writeSamplePost(posts, images, sample, createdAt));
    await onWritten(written);
  }
}
