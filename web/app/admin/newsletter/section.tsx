import { useId } from 'react';
import styles from './newsletter.module.css';

type Props = { title: string; children: React.ReactNode };

export function Section({ title, children }: Props) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
