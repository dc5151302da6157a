import { textAttributes } from '../../lib/text-attributes.ts';
import styles from './list-head.module.css';

type Props = {
  /** Above the title: what kind of list it is. */
  kind?: string;
  title: string;
  subtitle?: string;
};

export function ListHead({ kind, title, subtitle }: Props) {
  return (
    <header className={styles.head}>
      {kind && <p className="label">{kind}</p>}
      <h1 {...textAttributes(title)}>{title}</h1>
      {subtitle && <p dir="auto">{subtitle}</p>}
    </header>
  );
}
