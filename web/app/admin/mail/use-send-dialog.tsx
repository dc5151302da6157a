import { useState } from 'react';
import { SendDialog, type SentPost } from './send-dialog.tsx';

type Props = { post: SentPost; hasChanges?: boolean };

/** A function that opens the dialog, and the dialog. */
export function useSendDialog({ post, hasChanges = false }: Props) {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen && <SendDialog {...{ post, hasChanges }} onClose={() => setOpen(false)} />;
  // After a menu has closed and given the focus back.
  return [() => requestAnimationFrame(() => setOpen(true)), dialog] as const;
}
