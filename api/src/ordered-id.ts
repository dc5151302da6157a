import { randomUUIDv7 } from 'node:crypto';

let last = '';
/** The start of an id that is its time. */
const MILLISECOND = 'xxxxxxxx-xxxx'.length;

/** A UUIDv7 that is greater than the one before, also within a millisecond: the order of what this process stores. */
export function orderedId(): string {
  let id: string;
  do id = randomUUIDv7();
  while (id <= last && id.slice(0, MILLISECOND) === last.slice(0, MILLISECOND));
  last = id;
  return id;
}
