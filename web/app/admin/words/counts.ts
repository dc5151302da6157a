export const number = (value: number) => value.toLocaleString('en-US');

/** Few visitors a day are not none. */
export const average = (value: number) =>
  number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export const countSubscribers = (count: number) => countOf(count, 'subscriber');
