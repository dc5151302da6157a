import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from 'react';
import { Button } from '../button.tsx';
import styles from './menu.module.css';

type Props = {
  /** What is written on the button. */
  label: ReactNode;
  /** Closes it. */
  ref?: Ref<() => void>;
  className?: string | undefined;
  tabIndex?: number;
  /** The text keeps the focus, and with it the selection. */
  keepsFocus?: boolean;
  onOpen?: (menu: HTMLElement) => void;
  children: ReactNode;
};

/** The browser closes it on Escape or a press elsewhere. */
export function Menu({ label, ref, className, tabIndex, keepsFocus, onOpen, children }: Props) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => () => menu.current?.hidePopover());
  return (
    <>
      <Button
        popoverTarget={id}
        className={className}
        tabIndex={tabIndex}
        onPointerDown={keepsFocus ? (event) => event.preventDefault() : undefined}
      >
        {label}
        <span aria-hidden="true" className={styles.mark} />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        onPointerDown={keepsFocus ? (event) => event.preventDefault() : undefined}
        // Before the action, which may open a dialog that gives the focus back.
        onClickCapture={({ target, currentTarget }) => {
          if (target !== currentTarget && currentTarget.contains(target as Node))
            currentTarget.hidePopover();
        }}
        onToggle={({ newState, currentTarget }) => {
          if (newState === 'open') onOpen?.(currentTarget);
        }}
      >
        {children}
      </div>
    </>
  );
}
