import { EventsPage, loadEvents } from '../../admin/events/events-page.tsx';
import { BACK_TO_SETTINGS, createLoadedPage } from '../../admin/ui/loaded-page.tsx';
import { leavesPage } from '../../lib/revalidation.ts';

const { clientLoader, HydrateFallback, Page } = createLoadedPage({
  name: 'log',
  load: loadEvents,
  back: BACK_TO_SETTINGS,
  page: (loaded) => <EventsPage {...loaded} />,
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate, Page as default };
