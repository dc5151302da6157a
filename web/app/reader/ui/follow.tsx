import { FEED_KINDS, FEEDS, feedPath } from '../site/feeds.ts';
import { Filled, useWords } from '../site/words.tsx';
import styles from './follow.module.css';

export function Follow({ topic }: { topic: string | null }) {
  const words = useWords();
  return (
    <p className={`label no-print ${styles.follow}`} lang={words.lang}>
      <span>
        {topic === null ? (
          words.text('list.follow')
        ) : (
          <Filled
            word="list.follow-topic"
            values={{ topic: <bdi lang={words.pageLang}>{topic}</bdi> }}
          />
        )}
      </span>
      {FEED_KINDS.map((kind) => (
        <a key={kind} href={feedPath(kind, topic)} type={FEEDS[kind].type}>
          {FEEDS[kind].label}
        </a>
      ))}
    </p>
  );
}
