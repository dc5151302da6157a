/** Only an error fails the command. */
export type Finding = {
  readonly level: 'error' | 'warning' | 'info';
  readonly message: string;
  /** Says what the owner should do. An info needs nothing. */
  readonly todo?: string;
};

export const asError = (message: string, todo: string): Finding => ({
  level: 'error',
  message,
  todo,
});
export const asWarning = (message: string, todo: string): Finding => ({
  level: 'warning',
  message,
  todo,
});
export const asInfo = (message: string): Finding => ({ level: 'info', message });

export const RESTORE =
  'Stop the server, copy the data folder to be safe, and restore the newest backup: npm run restore -- FILE.';

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

export type Progress = (done: number, of: number) => void;

export type Check = {
  /** States what holds when there are no findings. */
  readonly name: string;
  readonly find: (progress: Progress) => AsyncIterable<Finding>;
};
