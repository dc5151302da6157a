/** Whether the reader has asked for little data: then nothing is loaded that is not needed yet. */
export function savesData(): boolean {
  if (typeof window === 'undefined') return false;
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches;
}
