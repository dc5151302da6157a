/** Something to know about; only what is wrong fails the examination. */
export type Finding = {
  readonly level: 'wrong' | 'doubtful' | 'good to know';
  readonly says: string;
  /** What to do about it; nothing needs to be done about what is only good to know. */
  readonly todo?: string;
};

export const wrong = (says: string, todo: string): Finding => ({ level: 'wrong', says, todo });
export const doubtful = (says: string, todo: string): Finding => ({
  level: 'doubtful',
  says,
  todo,
});

export const goodToKnow = (says: string): Finding => ({ level: 'good to know', says });

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
