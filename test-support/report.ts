export type Section = {
  readonly title: string;
  /** What was measured, and how. */
  readonly about: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

function number(value: number, digits: number): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

export const count = (value: number) => number(value, 0);
export const milliseconds = (value: number) => `${number(value, value < 100 ? 2 : 0)} ms`;
export const kilobytes = (bytes: number) => `${number(bytes / 1000, 1)} KB`;
export const megabytes = (value: number) => `${number(value, 0)} MB`;

/** Ratios can be compared between machines. */
export function ratio(value: number, base: number): string {
  const times = value / base;
  if (!Number.isFinite(times)) return '–';
  if (times < 0.1) return `${number(times, 4)} ×`;
  return `${number(times, times < 10 ? 2 : 0)} ×`;
}

/** Reported, not enforced, because times depend on the machine. */
export function goal(
  value: number,
  kind: 'at least' | 'at most',
  limit: number,
  unit = '',
): string {
  if (!Number.isFinite(value)) return '–';
  const met = kind === 'at least' ? value >= limit : value <= limit;
  return `${kind} ${number(limit, Number.isInteger(limit) ? 0 : 2)}${unit}: ${met ? 'met' : '**missed**'}`;
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (at === 0 ? (cells[at] ?? '').padEnd(width) : (cells[at] ?? '').padStart(width))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}

/** As Markdown. */
export function formatSection({ title, about, columns, rows }: Section): string {
  return `## ${title}\n\n${about}\n\n${table(columns, rows)}\n`;
}

export function progress(message: string): void {
  console.error(`  ${message} …`);
}
