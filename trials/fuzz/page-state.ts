import { requestOk } from '../../test-support/http-client.ts';
import { EXISTING } from './requests.ts';

const UNKNOWN_ID = '00000000-0000-7000-8000-000000000000';

type TrackedPage = { readonly id: string; readonly slug: string };

/** Some of each kind from the start: a short trial hardly gets to the trash by itself. */
async function createSome(site: string, token: string) {
  const headers = { authorization: `Bearer ${token}` };
  const url = `${site}/api/admin/pages`;
  const create = async (title: string): Promise<TrackedPage> => {
    const body = { title, content: '<p>A page</p>' };
    const created = await requestOk(url, { method: 'POST', headers, body }, 201);
    return JSON.parse(created.body.toString());
  };
  const [changed, others] = [await create('Changed'), [await create('Now')]];
  const trashed = [await create('Imprint'), await create('Privacy')];
  const body = { content: '<p>Changed</p>' };
  await requestOk(`${url}/${changed.id}`, { method: 'PUT', headers, body });
  for (const { id } of trashed) await requestOk(`${url}/${id}`, { method: 'DELETE', headers }, 204);
  return { changed, others, trashed };
}

/** Tracks which pages exist, so that requests can refer to them. */
export async function trackPages(site: string, token: string) {
  const { changed, others, trashed } = await createSome(site, token);

  function move(from: TrackedPage[], to: TrackedPage[], id: string): void {
    const at = from.findIndex((page) => page.id === id);
    if (at >= 0) to.push(...from.splice(at, 1));
  }

  return {
    /** Replaces the placeholders. */
    fill(target: string, method: string): string {
      const page = others.at(-1) ?? changed;
      // The changed one is kept, so that its version can be read.
      const toDelete = others.at(-1)?.id ?? UNKNOWN_ID;
      return target
        .replaceAll(EXISTING.page, method === 'DELETE' ? toDelete : page.id)
        .replaceAll(EXISTING.changedPage, changed.id)
        .replaceAll(EXISTING.trashedPage, trashed.at(-1)?.id ?? UNKNOWN_ID)
        .replaceAll(EXISTING.pageSlug, page.slug);
    },

    note(call: string, target: string, status: number, body: Buffer): void {
      const id = /\/pages\/([^/?]+)/.exec(target)?.[1] ?? '';
      if (call === 'POST /api/admin/pages' && status === 201)
        others.push(JSON.parse(body.toString()));
      if (call === 'DELETE /api/admin/pages/{id}' && status === 204) move(others, trashed, id);
      if (call === 'DELETE /api/admin/trash/pages/{id}' && status === 204) move(trashed, [], id);
      if (call.endsWith('/trash/pages/{id}/restore') && status === 200) move(trashed, others, id);
    },
  };
}
