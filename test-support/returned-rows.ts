import type { KyselyPlugin } from 'kysely';
import type { TestDatabase } from './dialects.ts';

/** The rows that the database returns while something is done. */
export function recordRows(open: () => Promise<TestDatabase>) {
  let rows: unknown[] = [];
  const recorder: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      rows.push(...result.rows);
      return result;
    },
  };
  return {
    async open(): Promise<TestDatabase> {
      const opened = await open();
      return { ...opened, db: opened.db.withPlugin(recorder) };
    },
    async during(work: () => Promise<unknown>): Promise<string> {
      rows = [];
      await work();
      return JSON.stringify(rows);
    },
  };
}
