import type { StructuredData as Data } from '../lib/structured-data.ts';

/** Facts for machines. They are no script: nothing in them is ever run. */
export function StructuredData({ data }: { data: Data }) {
  // A title may hold anything, the end of this element too.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single '<'
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
