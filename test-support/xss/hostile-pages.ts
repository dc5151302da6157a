import { request } from '../http-client.ts';
import { vectorIn } from './hostile-posts.ts';

export type HostilePage = { readonly vector: number; readonly slug: string };

const MOST = 20;
const PLACEMENTS = ['header', 'footer', 'none'];

/** Of some vectors, in every text of a page. Refused ones are left out. */
export async function writeHostilePages(
  site: string,
  token: string,
  vectors: readonly number[],
): Promise<HostilePage[]> {
  const headers = { authorization: `Bearer ${token}` };
  const pages: HostilePage[] = [];
  const every = Math.ceil(vectors.length / MOST);
  for (const vector of vectors.filter((_, at) => at % every === 0)) {
    const body = {
      title: vectorIn(vector, 'title'),
      content: `<p id="m${vector}">start</p>${vectorIn(vector, 'content')}`,
      meta_description: vectorIn(vector, 'meta_description'),
      placement: PLACEMENTS[pages.length % PLACEMENTS.length],
    };
    const created = await request(`${site}/api/admin/pages`, { method: 'POST', headers, body });
    if (created.status === 201)
      pages.push({ vector, slug: JSON.parse(created.body.toString()).slug });
    else if (created.status !== 400)
      throw new Error(`A page with vector ${vector} is answered with ${created.status}.`);
  }
  return pages;
}
