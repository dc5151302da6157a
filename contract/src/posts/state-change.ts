import { FIELD_NAMES, type FieldName } from './post-fields.ts';
import type { Post } from './posts.ts';

/** What readers see of a post, and where, but not what is written in it. */
export const STATE_FIELDS = [
  'published',
  'published_at',
  'publish_at',
  'send_when_published',
  'slug',
] as const satisfies readonly FieldName[];

export const STATE_CHANGES = [
  'published',
  'unpublished',
  'scheduled',
  'rescheduled',
  'unscheduled',
  'date',
  'address',
] as const;

export type StateChange = (typeof STATE_CHANGES)[number];

type StoredFields = Pick<Post, FieldName>;

const state: ReadonlySet<FieldName> = new Set(STATE_FIELDS);
const WRITTEN = FIELD_NAMES.filter((name) => !state.has(name));

function isSameText(before: StoredFields, after: StoredFields): boolean {
  return WRITTEN.every((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]));
}

/** Null if more than the state has changed, or nothing of it that is named here. */
export function stateChange(before: StoredFields, after: StoredFields): StateChange | null {
  if (!isSameText(before, after)) return null;
  if (after.publish_at !== before.publish_at) {
    if (after.publish_at) return before.publish_at ? 'rescheduled' : 'scheduled';
    if (!after.published) return 'unscheduled';
  }
  if (after.published !== before.published) return after.published ? 'published' : 'unpublished';
  if (after.published_at !== before.published_at) return 'date';
  return after.slug === before.slug ? null : 'address';
}
