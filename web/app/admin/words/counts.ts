export const number = (value: number) => value.toLocaleString('en-US');

/** A few a day are not none. */
export const average = (value: number) =>
  number(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export function averageOf(value: number, one: string): string {
  const shown = average(value);
  return `${shown} ${shown === '1' ? one : `${one}s`}`;
}

export const countSubscribers = (count: number) => countOf(count, 'subscriber');
