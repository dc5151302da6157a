export function yearPath(year: number): string {
  return `/archive/${year}`;
}
