import { MAX_TAG_LENGTH } from '@longhand/contract/limits';
import { openSession } from '../administrator.ts';
import { request, requestOk } from '../http-client.ts';
import { SENTINEL, writeVector } from './sentinel.ts';

/** Every text field; its index is the last digit of the reported code. */
const FIELDS = [
  'content',
  'title',
  'excerpt',
  'tags',
  'meta_title',
  'meta_description',
  'featured_image_alt',
  'featured_image',
] as const;
/** The last digits for URLs and file names. */
const URL_INDEX = 8;
const FILE_INDEX = 9;

export type HostilePost = {
  readonly vector: number;
  readonly id: string;
  readonly slug: string;
  readonly tags: readonly string[];
};

function codeOf(vector: number, index: number): number {
  return vector * 10 + index;
}

export function describeCode(code: number): string {
  const field = FIELDS[code % 10] ?? (code % 10 === URL_INDEX ? 'address' : 'file name');
  return `vector ${Math.floor(code / 10)} in the ${field}: ${writeVector(Math.floor(code / 10), code)}`;
}

export const vectorIn = (vector: number, field: (typeof FIELDS)[number]) =>
  writeVector(vector, codeOf(vector, FIELDS.indexOf(field)));
export const vectorInAddress = (vector: number) => writeVector(vector, codeOf(vector, URL_INDEX));
export const vectorInFileName = (vector: number) => writeVector(vector, codeOf(vector, FILE_INDEX));

/** An element in the content, which shows that the post is rendered. */
export const markerSelector = (vector: number) => `#post-m${vector}`;

/** With the vector in every field. */
function hostileInput(vector: number) {
  const [content, title, excerpt, tag, meta_title, meta_description, featured_image_alt, image] =
    FIELDS.map((_, index) => writeVector(vector, codeOf(vector, index)));
  return {
    title,
    content: `<p id="m${vector}">start</p>${content}`,
    excerpt,
    tags: (tag?.length ?? 0) > MAX_TAG_LENGTH ? [] : [tag],
    meta_title,
    meta_description,
    featured_image: `${SENTINEL}/x.png?${image}`,
    featured_image_alt,
    published: true,
  };
}

/** One post per vector, and some with a history and in the trash. Refused ones are left out. */
export async function writeHostilePosts(site: string, vectors: readonly number[]) {
  const token = await openSession(site);
  const headers = { authorization: `Bearer ${token}` };
  const url = `${site}/api/admin/posts`;
  const posts: HostilePost[] = [];
  let acceptedSlugs = 0;
  for (const vector of vectors) {
    const input = hostileInput(vector);
    const created = await request(url, { method: 'POST', headers, body: input });
    if (created.status === 201) posts.push({ vector, ...JSON.parse(created.body.toString()) });
    else if (created.status !== 400)
      throw new Error(`Vector ${vector} is answered with ${created.status}.`);
    const slug = { ...input, slug: input.title };
    if ((await request(url, { method: 'POST', headers, body: slug })).status !== 400)
      acceptedSlugs += 1;
  }
  for (const { id, vector } of posts.slice(0, 40)) {
    await requestOk(`${url}/${id}`, { method: 'PUT', headers, body: hostileInput(vector) });
    const other = JSON.parse(
      (
        await requestOk(url, { method: 'POST', headers, body: hostileInput(vector) }, 201)
      ).body.toString(),
    );
    await requestOk(`${url}/${other.id}`, { method: 'DELETE', headers }, 204);
  }
  return { token, posts, acceptedSlugs };
}
