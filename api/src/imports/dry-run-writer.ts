import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { Database } from '../database/tables.ts';
import { documentPath } from '../documents/document-kinds.ts';
import { ProblemError } from '../http/problem.ts';
import { isUploadType } from '../images/prepare-image.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { createRedirectCount } from '../redirects/count-redirects.ts';
import { toPage, toPost } from '../redirects/redirect-addresses.ts';
import {
  type ImportedItem,
  type ImportWriter,
  listNewRedirects,
  oldPaths,
} from './import-writer.ts';

/** Nobody sees this address: a dry run stores no content. */
const NO_UPLOAD = '/uploads/dry-run';

/** A dry run fetches nothing, and assumes that the picture exists. */
export async function assumePicture(_url: URL, to: string): Promise<boolean> {
  await writeFile(to, 'GIF89a');
  return true;
}

/** Reads only the first bytes: decoding all pictures twice would take too long. */
async function checkPicture(receive: (file: string) => Promise<void>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-import-'));
  try {
    const file = join(folder, 'picture');
    await receive(file);
    if (!isUploadType((await fileTypeFromFile(file))?.mime))
      throw new ProblemError('not-an-image', 'The file is not a picture that can be shown.');
    return NO_UPLOAD;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Parts = {
  readonly db: Database;
  readonly origin: string;
  readonly siteUrl: string;
  readonly posts: PostsService;
  readonly hasPicture: ImportWriter['hasPicture'];
};

export function createDryRunWriter(parts: Parts): ImportWriter {
  const { db, origin, siteUrl, posts, hasPicture } = parts;
  const redirects = createRedirectCount(db, siteUrl);

  /** Counts in the order in which an import stores. */
  async function store(kind: 'post' | 'page', slug: string, { addresses, own }: ImportedItem) {
    const id = own?.id ?? '';
    const present = documentPath(kind, slug);
    const old = oldPaths(addresses, present);
    const added = await redirects.count(
      old.map((from) => (kind === 'post' ? { from, post: id } : { from, page: id })),
    );
    const former = own?.formerSlugs.map((before) => documentPath(kind, before)) ?? [];
    redirects.assumeDocument(kind === 'post' ? toPost(id) : toPage(id), [present, ...former]);
    return { redirects: added };
  }

  return {
    addPicture: checkPicture,
    hasPicture,

    async storePost(post, item) {
      await posts.checkContent(post);
      return store('post', post.slug, item);
    },

    async storePage(page, item) {
      await posts.checkContent({ title: page.title, excerpt: '', content: page.content });
      return store('page', page.slug, item);
    },

    storeSettings: async () => {},

    storeRedirects: async (found) =>
      redirects.countListed(await listNewRedirects(db, origin, found)),
  };
}
