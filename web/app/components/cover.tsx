import styles from './cover.module.css';

const VARIANTS = 6;

/** The same number for the same text, always. */
function hash(text: string): number {
  let value = 2166136261;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 16777619);
  }
  return value >>> 0;
}

function sizeClass(title: string): string | undefined {
  if (title.length <= 24) return styles.short;
  return title.length > 60 ? styles.long : undefined;
}

/** Stands where a post has no picture: its own words, set large. */
export function Cover({ title, topic }: { title: string; topic: string | undefined }) {
  const seed = hash(title + (topic ?? ''));
  const classes = [styles.cover, styles[`variant${seed % VARIANTS}`], sizeClass(title)];
  return (
    <div aria-hidden="true" className={classes.filter(Boolean).join(' ')}>
      <svg
        aria-hidden="true"
        viewBox="0 0 300 200"
        preserveAspectRatio="xMidYMid slice"
        className={styles.figure}
      >
        <Figure seed={seed} />
      </svg>
      <span className={styles.topic}>{topic}</span>
      <span className={styles.title}>{title}</span>
    </div>
  );
}

/** A quiet form behind the words: circles, bars, an arc or a sun, placed by the seed. */
function Figure({ seed }: { seed: number }) {
  const x = 150 + ((seed >>> 3) % 120);
  const y = 20 + ((seed >>> 9) % 90);
  const r = 40 + ((seed >>> 15) % 50);
  switch ((seed >>> 5) % 4) {
    case 0:
      return <circle cx={x} cy={y} r={r} />;
    case 1:
      return [0, 1, 2, 3].map((n) => (
        <circle key={n} cx={x} cy={y} r={r * (0.4 + n * 0.35)} fill="none" />
      ));
    case 2:
      return [0, 1, 2, 3, 4, 5].map((n) => (
        <rect key={n} x={x - 40 + n * 22} y={y - 40 + n * 9} width="9" height="260" />
      ));
    default:
      return <path d={`M${x - r * 1.6} 200a${r * 1.6} ${r * 1.6} 0 0 1 ${r * 3.2} 0z`} />;
  }
}
