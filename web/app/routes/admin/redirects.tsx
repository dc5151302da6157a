import { useLoaderData } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { RedirectsPage } from '../../admin/redirects/redirects-page.tsx';
import { NotLoaded, WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

const load = () => withFallback(adminApi.listRedirects('', null), null);

export function clientLoader() {
  return { loaded: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading old addresses..." />;
}

const BACK = { to: '/admin/settings', label: 'Back to Settings' };

export default function RedirectsRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const [loaded, attempt, reload] = useReload(first, load);
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(part) =>
        part ? (
          <RedirectsPage first={part} />
        ) : (
          <NotLoaded title="The old addresses could not be loaded" onRetry={reload} back={BACK} />
        )
      }
    </WhenLoaded>
  );
}
