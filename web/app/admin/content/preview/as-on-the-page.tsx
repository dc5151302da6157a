import type { ReactNode } from 'react';
import { directionOf } from '../../../reader/site/language.ts';
import { useSite } from '../../../reader/site/site.ts';
import { ShownWords } from '../../../reader/site/words.tsx';

/** In the language, the direction and the words of the public page; the dashboard around it is in English. */
export function AsOnThePage({ children }: { children: ReactNode }) {
  const { language } = useSite();
  return (
    <div lang={language} dir={directionOf(language)}>
      <ShownWords of="site">{children}</ShownWords>
    </div>
  );
}
