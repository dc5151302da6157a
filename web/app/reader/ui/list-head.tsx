import { textAttributes } from '../../lib/text-attributes.ts';
import { useWords } from '../site/words.tsx';
import styles from './list-head.module.css';

type Props = {
  /** Above the title: what kind of list it is. Without one, the title is a fixed text. */
  kind?: string;
  title: string;
  /** A title that is a number would otherwise begin at the left on every page. */
  direction?: 'auto' | 'rtl';
  subtitle?: string;
};

export function ListHead({ kind, title, direction = 'auto', subtitle }: Props) {
  const words = useWords();
  return (
    <header className={styles.head}>
      {kind && (
        <p className="label" lang={words.lang}>
          {kind}
        </p>
      )}
      <h1 {...textAttributes(title)} lang={kind ? undefined : words.lang} dir={direction}>
        {title}
      </h1>
      {subtitle && <p dir="auto">{subtitle}</p>}
    </header>
  );
}
