import {
  STATISTICS_TABLES,
  type StatisticsTable,
} from '@longhand/contract/statistics/statistics-names';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import { Menu } from '../ui/floating/menu.tsx';
import { saveFile } from '../ui/save-file.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { STATISTICS_ALERTS, TABLE_NAMES } from '../words/statistics.ts';
import type { LoadedStatistics } from './load-statistics.ts';

/** Only the site as a whole has these. */
const OF_ALL_POSTS: ReadonlySet<StatisticsTable> = new Set(['posts', 'feeds', 'readers']);

export function CsvMenu({ loaded: { range, view } }: { loaded: LoadedStatistics }) {
  const { post } = view;
  const { run, isBusy } = useOneAtATime();
  const tables = STATISTICS_TABLES.filter((name) => post === null || !OF_ALL_POSTS.has(name));

  function download(name: StatisticsTable): void {
    void run(STATISTICS_ALERTS.download, async () => {
      const csv = await adminApi.exportStatistics({ ...range, ...(post && { post }) }, name);
      saveFile(`${name}-${range.from}-${range.to}.csv`, csv, 'text/csv');
    });
  }

  return (
    <Menu label="Download CSV" className={admin.quiet}>
      {tables.map((name) => (
        <Button key={name} aria-disabled={isBusy} onClick={() => download(name)}>
          {TABLE_NAMES[name]}
        </Button>
      ))}
    </Menu>
  );
}
