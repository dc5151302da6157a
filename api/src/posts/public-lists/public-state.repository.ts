import type { PublicState } from '@longhand/contract/posts';
import type { Database } from '../../database/tables.ts';

export function readPublicState(db: Database): Promise<PublicState> {
  return db
    .selectFrom('public_state')
    .select(['revision', 'posts', 'characters'])
    .executeTakeFirstOrThrow();
}
