import { type RefObject, useRef } from 'react';
import admin from '../../ui/admin.module.css';
import { useFocusFallback } from '../../ui/use-focus-fallback.ts';
import { Notice } from '../notice.tsx';
import type { WebPictures } from './use-web-pictures.ts';

function named(count: number): string {
  return count === 1 ? '1 picture' : `${count} pictures`;
}

type Props = {
  readonly pictures: WebPictures;
  readonly content: string;
  readonly onShown: () => void;
  /** Focuses the text. */
  readonly onLeave: () => void;
};

/** For pictures that were pasted from other sites: they stay there until they are copied. */
export function WebPicturesNotice({ pictures, content, onShown, onLeave }: Props) {
  const { found, failed, copying, copy, dismiss, dismissFailed } = pictures;
  const there = found.filter((source) => content.includes(source.split('&')[0] ?? source));
  const isCopying = copying > 0;
  const count = isCopying ? copying : there.length;
  const hasFailed = failed.length > 0 && !isCopying;
  const close = useRef<HTMLButtonElement>(null);
  // Later, because it renders.
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
          : `${named(count)} of the pasted text ${count === 1 ? 'is' : 'are'} on another site, and may disappear there.`}
      </p>
      {/* Not disabled, which would take its focus away. */}
      <button
        type="button"
        className="button"
        aria-disabled={isCopying}
        onClick={() => copy(there)}
      >
        Copy {named(count)} into the library
      </button>
      <button type="button" className={admin.plain} onClick={dismiss}>
        Leave there
      </button>
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
          {named(failed.length)} could not be copied, because the site does not allow it or does not
          answer. Save {failed.length === 1 ? 'it' : 'them'} on your device, then press Replace at
          the picture.
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
      <button ref={ref} type="button" className={admin.plain} onClick={onDismiss}>
        Close
      </button>
    </Notice>
  );
}
