/** Loaded with the first upload: most visits never need it, and it takes ten megabytes. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // No two uploads have anything in common that would be worth keeping in memory.
  sharp.cache(false);
  // The other cores are for the visitors.
  sharp.concurrency(1);
  return sharp;
}
