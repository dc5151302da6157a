// Separate from the names of images, because readers load those.

/** Four pictures are two rows of two. */
export function galleryColumns(count: number): 2 | 3 {
  return count <= 2 || count === 4 ? 2 : 3;
}

/** The stylesheet has rules for these. A figure around one picture is no gallery. */
export function galleryClasses(count: number): string[] {
  if (count < 2) return [];
  return galleryColumns(count) === 3 ? ['gallery', 'in-threes'] : ['gallery'];
}

/** The sentence is for whoever uploads the picture; `what` names it. */
export function heicRefusal(what: string): string {
  return `${what} is a HEIC picture, which browsers cannot show. Export it as a JPEG. To take JPEGs with an iPhone: Settings > Camera > Formats > Most Compatible.`;
}
