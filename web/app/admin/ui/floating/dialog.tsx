import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import admin from '../admin.module.css';
import { PlainButton } from '../button.tsx';
import styles from './dialog.module.css';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  className?: string | undefined;
  /** `close` returns the focus at once. */
  children: (close: () => void) => ReactNode;
};

/** Closing it returns the focus to where it was. */
export function Dialog({ open, onClose, title, className = '', children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  /** Whether the press is one on the backdrop from its beginning to its end. */
  const isOnBackdrop = useRef(false);
  useEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`${admin.admin} ${styles.dialog} ${className}`}
      onClose={onClose}
      // A press that begins in the content and ends on the backdrop also clicks the dialog, so both ends are looked at.
      onMouseDown={({ target, currentTarget }) => {
        isOnBackdrop.current = target === currentTarget;
      }}
      onMouseUp={({ target, currentTarget }) => {
        isOnBackdrop.current &&= target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget && isOnBackdrop.current) currentTarget.close();
      }}
    >
      {open && (
        <div className={styles.content}>
          <div className={styles.head}>
            <h2 id={id}>{title}</h2>
            <PlainButton onClick={close}>Close</PlainButton>
          </div>
          {children(close)}
        </div>
      )}
    </dialog>
  );
}

export function PortalDialog(props: Omit<Props, 'open'>) {
  return createPortal(<Dialog open {...props} />, document.body);
}
