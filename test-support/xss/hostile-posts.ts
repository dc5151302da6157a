import { openSession } from '../administrator.ts';
import { request, requestOk } from '../http-client.ts';
import { SENTINEL, writeVector } from './sentinel.ts';

/** Every field that takes text; its place here is the last digit of what it reports. */
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
/** For what is no field: a query, a path, the name of a file. */
const ADDRESS = 8;
const FILE = 9;

const LONGEST_TAG = 80;

export type HostilePost = {
  readonly vector: number;
  readonly id: string;
  readonly slug: string;
  readonly tags: readonly string[];
};

function codeOf(vector: number, place: number): number {
  return vector * 10 + place;
}

/** What a code that was hit stands for. */
export function nameOfCode(code: number): string {
  const place = FIELDS[code % 10] ?? (code % 10 === ADDRESS ? 'address' : 'file name');
  return `vector ${Math.floor(code / 10)} in the ${place}: ${writeVector(Math.floor(code / 10), code)}`;
}

export const vectorInAddress = (vector: number) => writeVector(vector, codeOf(vector, ADDRESS));
export const vectorInFileName = (vector: number) => writeVector(vector, codeOf(vector, FILE));

/** The element that shows that the content of this post is there. */
export const markOf = (vector: number) => `#post-m${vector}`;

/** One post that carries the vector in every field. */
function hostileInput(vector: number) {
  const [content, title, excerpt, tag, meta_title, meta_description, featured_image_alt, image] =
    FIELDS.map((_, place) => writeVector(vector, codeOf(vector, place)));
  return {
    title,
    content: `<p id="m${vector}">start</p>${content}`,
    excerpt,
    tags: (tag?.length ?? 0) > LONGEST_TAG ? [] : [tag],
    meta_title,
    meta_description,
    featured_image: `${SENTINEL}/x.png?${image}`,
    featured_image_alt,
    published: true,
  };
}

/** Writes each vector into a post, one into the trash, one that has a history; those that were refused are left out. */
export async function writeHostilePosts(site: string, vectors: readonly number[]) {
  const token = await openSession(site);
  const headers = { authorization: `Bearer ${token}` };
  const url = `${site}/api/admin/posts`;
  const posts: HostilePost[] = [];
  let slugsTaken = 0;
  for (const vector of vectors) {
    const input = hostileInput(vector);
    const created = await request(url, { method: 'POST', headers, body: input });
    if (created.status === 201) posts.push({ vector, ...JSON.parse(created.body.toString()) });
    else if (created.status !== 400)
      throw new Error(`Vector ${vector} is answered with ${created.status}.`);
    const slug = { ...input, slug: input.title };
    if ((await request(url, { method: 'POST', headers, body: slug })).status !== 400)
      slugsTaken += 1;
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
  return { token, posts, slugsTaken };
}
