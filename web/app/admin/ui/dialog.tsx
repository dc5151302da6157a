import { type ReactNode, useEffect, useId, useRef } from 'react';
import admin from './admin.module.css';
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
      onClick={({ target, currentTarget }) => {
        // The dialog itself is only hit beside its content.
        if (target === currentTarget) currentTarget.close();
      }}
    >
      {open && (
        <div className={styles.content}>
          <div className={styles.head}>
            <h2 id={id}>{title}</h2>
            <button type="button" className={admin.plain} onClick={close}>
              Close
            </button>
          </div>
          {children(close)}
        </div>
      )}
    </dialog>
  );
}
