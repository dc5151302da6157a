import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import styles from './notice.module.css';

/** The space between it and the bar, as in the stylesheet. */
const GAP_PX = 8;

type Props = {
  /** The id of its question, if it asks one. */
  readonly labelledBy?: string;
  /** When it has its height: the line of the caret must not be behind it. */
  readonly onShown: () => void;
  readonly children: ReactNode;
};

/** A message about the text, in sight above the bar. See use-scroll-padding.ts. */
export function Notice({ labelledBy, onShown, children }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useEffectEvent(onShown);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--notice', `${element.offsetHeight + GAP_PX}px`);
      shown();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--notice');
    };
  }, []);
  return (
    <div
      ref={ref}
      {...(labelledBy && { role: 'group', 'aria-labelledby': labelledBy })}
      className={styles.notice}
    >
      {children}
    </div>
  );
}
