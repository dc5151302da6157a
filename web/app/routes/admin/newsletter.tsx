import { useLoaderData } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { NewsletterPage } from '../../admin/newsletter/newsletter-page.tsx';
import { EVERYBODY } from '../../admin/newsletter/use-subscribers.ts';
import { NotLoaded, WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

async function loadAll() {
  const [summary, subscribers, mailings] = await Promise.all([
    adminApi.readNewsletter(),
    adminApi.listSubscribers(EVERYBODY, null),
    adminApi.listMailings(),
  ]);
  return { summary, subscribers, mailings };
}

const load = () => withFallback(loadAll(), null);

export function clientLoader() {
  return { loaded: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading newsletter..." />;
}

export default function NewsletterRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const [loaded, attempt, reload] = useReload(first, load);
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(data) =>
        data ? (
          <NewsletterPage {...data} />
        ) : (
          <NotLoaded title="The newsletter could not be loaded" onRetry={reload} />
        )
      }
    </WhenLoaded>
  );
}
