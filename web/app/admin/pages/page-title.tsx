import styles from '../../reader/article/static-page.module.css';

/** Looks as on the public page, but is below the headings of the dashboard. */
export function PageTitle({ title }: { title: string }) {
  return (
    <h3 className={styles.title} dir="auto">
      {title}
    </h3>
  );
}
