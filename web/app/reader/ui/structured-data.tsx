import type { StructuredData as Data } from './post-structured-data.ts';

export function StructuredData({ data }: { data: Data }) {
  // A title may contain `</script>`.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single '<'
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
