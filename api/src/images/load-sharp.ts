/** Imported lazily: the server itself rarely needs it. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Each job decodes another file: a cache would not be hit.
  sharp.cache(false);
  // Leaves the other cores to requests.
  sharp.concurrency(1);
  return sharp;
}
