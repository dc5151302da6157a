export const number = (value: number) => value.toLocaleString('en-US');

export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export const countSubscribers = (count: number) => countOf(count, 'subscriber');
