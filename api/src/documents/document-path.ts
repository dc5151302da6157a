/** Where readers find it. */
export function documentPath(kind: 'post' | 'page', slug: string): string {
  return kind === 'post' ? `/blog/${slug}` : `/${slug}`;
}
