import type { StructuredData as Data } from './post-structured-data.ts';

export function StructuredData({ data }: { data: Data }) {
  // A title may contain `</script>`.
  const json = data ? JSON.stringify(data).replaceAll('<', '\\u003c') : '';
  return (
    <script
      type="application/ld+json"
      // In the browser, what the server has written stays.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON without a single '<'
      dangerouslySetInnerHTML={{ __html: json }}
    />
  );
}
