/** Something to know about; only an error fails the examination. */
export type Finding = {
  readonly level: 'error' | 'warning' | 'info';
  readonly says: string;
  /** What to do about it; nothing about an info. */
  readonly todo?: string;
};

export const asError = (says: string, todo: string): Finding => ({ level: 'error', says, todo });
export const asWarning = (says: string, todo: string): Finding => ({
  level: 'warning',
  says,
  todo,
});
export const asInfo = (says: string): Finding => ({ level: 'info', says });

/** What to do about a database that has lost something. */
export const RESTORE =
  'Stop the server, copy the folder of data to be safe, and restore the newest backup: npm run restore -- FILE.';

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Told how far a long check is. */
export type Progress = (done: number, of: number) => void;

export type Check = {
  /** What is so where nothing is found. */
  readonly name: string;
  readonly find: (progress: Progress) => AsyncIterable<Finding>;
};
