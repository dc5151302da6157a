import { lazy, Suspense, useState } from 'react';
import type { SentPost } from './send-dialog.tsx';

/** With the parser of the mail's HTML, which only it needs. */
const SendDialog = lazy(() => import('./send-dialog.tsx'));

type Props = { post: SentPost; hasChanges?: boolean };

/** A function that opens the dialog, and the dialog. */
export function useSendDialog({ post, hasChanges = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen && (
    <Suspense>
      <SendDialog {...{ post, hasChanges }} onClose={() => setOpen(false)} />
    </Suspense>
  );
  // After a menu has closed and given the focus back.
  return [() => requestAnimationFrame(() => setOpen(true)), dialog] as const;
}
