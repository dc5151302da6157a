import type { FastifyReply, FastifyRequest } from 'fastify';

/** `next` is the cursor of the next part. */
export type ListPart<Entry> = {
  readonly entries: Entry[];
  readonly next: string | undefined;
};

/** `rows` has one more row than the limit if there are more. */
export function cutPart<Row>(
  rows: readonly Row[],
  limit: number | undefined,
  cursorOf: (row: Row) => string,
): ListPart<Row> {
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  const hasNext = last !== undefined && rows.length > entries.length;
  return { entries, next: hasNext ? cursorOf(last) : undefined };
}

export function linkToNext(
  { url }: FastifyRequest,
  reply: FastifyReply,
  next: string | undefined,
): void {
  if (next === undefined) return;
  const [path, search] = url.split('?');
  const query = new URLSearchParams(search);
  query.set('cursor', next);
  reply.header('link', `<${path}?${query}>; rel="next"`);
}

/** If there are more entries, the header Link leads to them. */
export function sendPart<Entry>(
  request: FastifyRequest,
  reply: FastifyReply,
  { entries, next }: ListPart<Entry>,
): Entry[] {
  linkToNext(request, reply, next);
  return entries;
}
