import styles from './static-page.module.css';

export function StaticPage({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </>
  );
}
