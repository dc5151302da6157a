/** For screen readers: the labels are the same on every row. */
export function HiddenTitle({ title }: { title: string }) {
  return <span className="visually-hidden"> “{title}”</span>;
}
