import { type ReactNode, Suspense } from 'react';
import { Await } from 'react-router';
import { LoadFailed } from '../../../reader/ui/load-failed.tsx';
import { Message } from '../../../reader/ui/message.tsx';
import { dashboardAddress } from '../dashboard-address.ts';

type Props<Loading> = {
  loaded: Loading;
  fallback: ReactNode;
  children: (data: Awaited<Loading>) => ReactNode;
};

/** A rejection keeps the fallback: the session is over, and the login page follows. */
export function WhenLoaded<Loading>({ loaded, fallback, children }: Props<Loading>) {
  return (
    <Suspense fallback={fallback}>
      <Await resolve={loaded} errorElement={fallback}>
        {children}
      </Await>
    </Suspense>
  );
}

type NotLoadedProps = { title: string; onRetry: () => void; back?: { to: string; label: string } };

export function NotLoaded({ title, onRetry, back }: NotLoadedProps) {
  const { to, label } = back ?? { to: dashboardAddress(), label: 'Back to Dashboard' };
  return (
    <Message title={title} text="Nothing is lost." back={{ to, label: `← ${label}` }}>
      <LoadFailed text="The server did not answer as expected." onRetry={onRetry} />
    </Message>
  );
}
