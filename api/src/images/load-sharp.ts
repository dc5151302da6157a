/** Loaded when it is needed: at the first start, and by the process that prepares pictures. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // No two uploads have anything in common that would be worth keeping in memory.
  sharp.cache(false);
  // The other cores are for the visitors.
  sharp.concurrency(1);
  return sharp;
}
