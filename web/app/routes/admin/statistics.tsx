import { loadStatistics } from '../../admin/statistics/load-statistics.ts';
import { StatisticsPage } from '../../admin/statistics/statistics-page.tsx';
import { createLoadedPage } from '../../admin/ui/loaded-page.tsx';
import { turnsPage } from '../../lib/revalidation.ts';

const { clientLoader, HydrateFallback, Page } = createLoadedPage({
  name: 'statistics',
  load: loadStatistics,
  page: (loaded) => <StatisticsPage loaded={loaded} />,
});

export { clientLoader, HydrateFallback, Page as default, turnsPage as shouldRevalidate };
