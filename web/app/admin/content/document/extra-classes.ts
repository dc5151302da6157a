import type { Extra } from './schema.ts';

export function classesOf(extra: Extra): string[] {
  const value = extra.find(([name]) => name === 'class')?.[1] ?? '';
  return value.split(/\s+/).filter((name) => name !== '');
}

export function hasClass(extra: Extra, name: string): boolean {
  return classesOf(extra).includes(name);
}

/** Other classes and attributes stay in their places. */
export function setClass(extra: Extra, name: string, isSet: boolean): Extra {
  if (hasClass(extra, name) === isSet) return extra;
  const others = classesOf(extra).filter((each) => each !== name);
  const value = (isSet ? [...others, name] : others).join(' ');
  if (value === '') return extra.filter(([each]) => each !== 'class');
  if (!extra.some(([each]) => each === 'class')) return [['class', value], ...extra];
  return extra.map(([each, old]) => [each, each === 'class' ? value : old] as const);
}
