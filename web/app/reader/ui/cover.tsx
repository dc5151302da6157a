import { COVER_VARIANTS, coverFigure, coverSeed } from '@longhand/contract/cover';
import styles from './cover.module.css';

/** Its first letter or digit; nothing of a title that has none. */
function initialOf(title: string): string | undefined {
  return /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0];
}

/** With an accent, or of a script with marks and long strokes, from Arabic to Khmer. */
const HIGH = /^(?:[a-z\u0370-\u04ff]\p{M}|[\u0600-\u1cff])/iu;

/** For posts without a featured image. Without words: title and topic are beside it. */
export function Cover({ title, topic }: { title: string; topic: string | undefined }) {
  const seed = coverSeed(title, topic);
  const { path, filled } = coverFigure(seed);
  const initial = initialOf(title);
  return (
    <div className={styles.frame}>
      <div
        aria-hidden="true"
        className={`${styles.cover} ${styles[`variant${seed % COVER_VARIANTS}`]}`}
        data-initial={initial}
        data-high={initial && HIGH.test(initial.normalize('NFD')) ? '' : undefined}
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 300 200"
          preserveAspectRatio="xMidYMid slice"
          className={styles.figure}
        >
          <path d={path} fill={filled ? undefined : 'none'} />
        </svg>
      </div>
    </div>
  );
}
