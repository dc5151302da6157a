import { type ReactNode, Suspense } from 'react';
import { Await } from 'react-router';
import { LOAD_FAILED } from '../../lib/admin/alerts.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { Message } from '../message.tsx';

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
