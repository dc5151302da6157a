import styles from './problems.module.css';

/** Automatic backups that fail or are overdue. */
export function BackupProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-labelledby="backup-problems">
      <h2 id="backup-problems">Backups need your attention</h2>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      <p>Until they work again, use “Download a backup” at the end of this page.</p>
    </section>
  );
}
