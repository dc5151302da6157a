import {
  type ReactNode,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { Button, PlainButton } from '../ui/button.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import styles from './notice.module.css';
import type { WebPictures } from './pictures/web-pictures.ts';

function named(count: number): string {
  return count === 1 ? '1 picture' : `${count} pictures`;
}

type WebPicturesNoticeProps = {
  readonly pictures: WebPictures;
  readonly content: string;
  readonly onShown: () => void;
  readonly onLeave: () => void;
};

/** Pictures pasted from other sites stay there until they are copied. */
export function WebPicturesNotice({ pictures, content, onShown, onLeave }: WebPicturesNoticeProps) {
  const { found, failed, copyingCount, copy, dismiss, dismissFailed } = pictures;
  const there = found.filter((source) => content.includes(source.split('&')[0] ?? source));
  const isCopying = copyingCount > 0;
  const count = isCopying ? copyingCount : there.length;
  const hasFailed = failed.length > 0 && !isCopying;
  const close = useRef<HTMLButtonElement>(null);
  // Queued because focusing renders.
  const text = { current: { focus: () => queueMicrotask(onLeave) } };
  useFocusFallback(hasFailed ? close : text, `${hasFailed} ${count}`);
  if (hasFailed)
    return <Failed ref={close} failed={failed} onShown={onShown} onDismiss={dismissFailed} />;
  if (count === 0) return null;
  return (
    <Notice onShown={onShown}>
      <p role="status">
        {isCopying
          ? `Copying ${named(count)}…`
          : `${named(count)} in the pasted text ${count === 1 ? 'is' : 'are'} on another site and may disappear.`}
      </p>
      {/* Not disabled, because it would lose the focus. */}
      <Button className="button" aria-disabled={isCopying} onClick={() => copy(there)}>
        Copy {named(count)} into the library
      </Button>
      <PlainButton onClick={dismiss}>Leave there</PlainButton>
    </Notice>
  );
}

type FailedProps = {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly failed: readonly string[];
  readonly onShown: () => void;
  readonly onDismiss: () => void;
};

function Failed({ ref, failed, onShown, onDismiss }: FailedProps) {
  return (
    <Notice onShown={onShown}>
      <div role="alert">
        <p>
          {named(failed.length)} could not be copied: the site refused or did not respond. Save{' '}
          {failed.length === 1 ? 'it' : 'them'} to your device, then press Replace on the picture.
        </p>
        <ul>
          {failed.map((source) => (
            <li key={source}>
              <a href={source} target="_blank" rel="noreferrer">
                {source}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <PlainButton ref={ref} onClick={onDismiss}>
        Close
      </PlainButton>
    </Notice>
  );
}

type GroupQuestionProps = {
  readonly count: number;
  readonly onShown: () => void;
  readonly onAnswer: (layout: 'gallery' | 'stack') => void;
};

/**
 * The pictures are already in the text, one below the other, so writing can go on without an
 * answer.
 */
export function GroupQuestion({ count, onShown, onAnswer }: GroupQuestionProps) {
  const id = useId();
  return (
    <Notice labelledBy={id} onShown={onShown}>
      <p id={id} role="status">
        Show the {count} images as:
      </p>
      <Button className="button" onClick={() => onAnswer('gallery')}>
        Gallery
      </Button>
      <Button className="button" onClick={() => onAnswer('stack')}>
        Separate images
      </Button>
    </Notice>
  );
}

/** The space between notice and bar, as in the stylesheet. */
const GAP_PX = 8;

type Props = {
  readonly labelledBy?: string;
  /** Called once it has its height, because it must not cover the line of the caret. */
  readonly onShown: () => void;
  readonly children: ReactNode;
};

/** Stays above the bar. See use-scroll-padding.ts. */
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
