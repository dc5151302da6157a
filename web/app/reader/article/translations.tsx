import { isSameLanguage, languageName } from '@longhand/contract/language';
import type { Translation } from '@longhand/contract/posts/posts';
import { Fragment } from 'react';
import { useWords } from '../site/words.tsx';
import { PostLink } from '../ui/post-card.tsx';
import styles from './translations.module.css';

/** The name has a country only where that is not the usual one of the language. */
function shortName(code: string): string {
  const [language = code] = code.split('-');
  return languageName(isSameLanguage(language, code) ? language : code);
}

export function Translations({ translations }: { translations: readonly Translation[] }) {
  const words = useWords();
  return (
    <p className={styles.translations} lang={words.lang}>
      {`${words.text('post.translations')} `}
      {translations.map((post, index) => (
        <Fragment key={post.slug}>
          {index > 0 && ', '}
          <PostLink post={post} language={post.language}>
            {shortName(post.language)}
          </PostLink>
        </Fragment>
      ))}
    </p>
  );
}
