import { adminApi } from '../../admin/api/admin-api.ts';
import { NewsletterPage } from '../../admin/newsletter/newsletter-page.tsx';
import { EVERYBODY } from '../../admin/newsletter/use-subscribers.ts';
import { createLoadedPage } from '../../admin/ui/loaded-page.tsx';
import { leavesPage } from '../../lib/revalidation.ts';

async function load() {
  const [summary, subscribers, mailings] = await Promise.all([
    adminApi.readNewsletter(),
    adminApi.listSubscribers(EVERYBODY, null),
    adminApi.listMailings(),
  ]);
  return { summary, subscribers, mailings };
}

const { clientLoader, HydrateFallback, Page } = createLoadedPage({
  name: 'newsletter',
  load,
  page: (loaded) => <NewsletterPage {...loaded} />,
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate, Page as default };
