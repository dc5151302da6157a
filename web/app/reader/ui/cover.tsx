import { COVER_VARIANTS, coverFigure, coverSeed } from '@longhand/contract/cover';
import { textAttributes } from '../../lib/text-attributes.ts';
import styles from './cover.module.css';

function sizeClass(title: string): string | undefined {
  if (title.length <= 24) return styles.short;
  return title.length > 60 ? styles.long : undefined;
}

/** For posts without a featured image. */
export function Cover({ title, topic }: { title: string; topic: string | undefined }) {
  const seed = coverSeed(title, topic);
  const { path, filled } = coverFigure(seed);
  const classes = [styles.cover, styles[`variant${seed % COVER_VARIANTS}`], sizeClass(title)];
  return (
    <div aria-hidden="true" className={classes.filter(Boolean).join(' ')}>
      <svg
        aria-hidden="true"
        viewBox="0 0 300 200"
        preserveAspectRatio="xMidYMid slice"
        className={styles.figure}
      >
        <path d={path} fill={filled ? undefined : 'none'} />
      </svg>
      <span className={styles.topic} {...textAttributes(topic)}>
        {topic}
      </span>
      <span className={styles.title} {...textAttributes(title)}>
        {title}
      </span>
    </div>
  );
}
