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

/** Told how far a long check is. */
export type Progress = (done: number, of: number) => void;

export type Check = {
  /** What is so where nothing is found. */
  readonly name: string;
  readonly find: (progress: Progress) => AsyncIterable<Finding>;
};
