import { type ReactNode, Suspense } from 'react';
import { Await } from 'react-router';
import { Message } from '../../reader/ui/message.tsx';
import { LOAD_FAILED } from './alerts.ts';
import { dashboardAddress } from './dashboard-address.ts';

type Props<Loading> = {
  loaded: Loading;
  fallback: ReactNode;
  children: (data: Awaited<Loading>) => ReactNode;
};

/** A rejection leaves the fallback: the session is over, and the login page follows. */
export function WhenLoaded<Loading>({ loaded, fallback, children }: Props<Loading>) {
  return (
    <Suspense fallback={fallback}>
      <Await resolve={loaded} errorElement={fallback}>
        {children}
      </Await>
    </Suspense>
  );
}

export function NotLoaded({ title }: { title: string }) {
  return (
    <Message
      title={title}
      text={LOAD_FAILED.text}
      back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
    />
  );
}
