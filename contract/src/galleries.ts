/** How many pictures of a gallery are beside each other: four are two rows of two. */
export function galleryColumns(count: number): 2 | 3 {
  return count <= 2 || count === 4 ? 2 : 3;
}

/** For the stylesheet. A figure around one picture is no gallery. */
export function galleryClasses(count: number): string[] {
  if (count < 2) return [];
  return galleryColumns(count) === 3 ? ['gallery', 'in-threes'] : ['gallery'];
}
