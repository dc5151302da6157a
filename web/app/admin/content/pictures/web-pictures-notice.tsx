import admin from '../../ui/admin.module.css';
import styles from './group-question.module.css';
import type { WebPictures } from './use-web-pictures.ts';

function named(count: number): string {
  return count === 1 ? '1 picture' : `${count} pictures`;
}

type Props = { readonly pictures: WebPictures; readonly content: string };

/** For pictures that were pasted from other sites: they stay there until they are copied. */
export function WebPicturesNotice({ pictures, content }: Props) {
  const { found, failed, copying, copy, dismiss, dismissFailed } = pictures;
  const there = found.filter((source) => content.includes(source.split('&')[0] ?? source));
  const isCopying = copying > 0;
  const count = isCopying ? copying : there.length;
  if (failed.length > 0 && !isCopying) return <Failed failed={failed} onDismiss={dismissFailed} />;
  if (count === 0) return null;
  return (
    <div className={styles.question}>
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
    </div>
  );
}

function Failed({ failed, onDismiss }: { failed: readonly string[]; onDismiss: () => void }) {
  return (
    <div className={styles.question}>
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
      <button type="button" className={admin.plain} onClick={onDismiss}>
        Close
      </button>
    </div>
  );
}
