import styles from '../../reader/article/static-page.module.css';

/** As on the public page, below the headings of the dashboard. */
export function PageTitle({ title }: { title: string }) {
  return (
    <h3 className={styles.title} dir="auto">
      {title}
    </h3>
  );
}
