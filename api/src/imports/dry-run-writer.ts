import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypeFromFile } from 'file-type';
import type { Database } from '../database/tables.ts';
import { documentPath } from '../documents/document-path.ts';
import { ProblemError } from '../http/problem.ts';
import { isUploadType } from '../images/prepare-image.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { isUsedHere } from '../redirects/redirect-addresses.ts';
import { type ImportWriter, oldPaths } from './import-writer.ts';

/** Nobody sees it: what is made of a content in a dry run is not stored. */
const NO_UPLOAD = '/uploads/dry-run';

/** Nothing is fetched in a dry run: the picture is taken to be there. */
export async function assumePicture(_url: URL, to: string): Promise<boolean> {
  await writeFile(to, 'GIF89a');
  return true;
}

/** Only looks at the first bytes: decoding all pictures twice would take too long. */
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

/** Counts what an import would change, and changes nothing. */
export function createDryRunWriter(db: Database, posts: PostsService): ImportWriter {
  const counted = new Set<string>();

  async function count(addresses: readonly string[], present: string): Promise<number> {
    let added = 0;
    for (const path of oldPaths(addresses, present)) {
      if (counted.has(path) || (await isUsedHere(db, path))) continue;
      counted.add(path);
      added += 1;
    }
    return added;
  }

  return {
    addPicture: checkPicture,

    async storePost(post, { addresses }) {
      await posts.checkContent(post);
      return { redirects: await count(addresses, documentPath('post', post.slug)) };
    },

    async storePage(page, { addresses }) {
      await posts.checkContent({ title: page.title, excerpt: '', content: page.content });
      return { redirects: await count(addresses, documentPath('page', page.slug)) };
    },

    storeSettings: async () => {},

    async storeRedirects(redirects) {
      let added = 0;
      for (const { from } of redirects) added += await count([from], '');
      return added;
    },
  };
}
