/** The package has no types of its own. */
declare module 'parse-prometheus-text-format' {
  type Sample = { readonly value?: string; readonly labels?: Readonly<Record<string, string>> };
  type Family = {
    readonly name: string;
    readonly help: string;
    readonly type: 'COUNTER' | 'GAUGE' | 'HISTOGRAM' | 'SUMMARY' | 'UNTYPED';
    readonly metrics: readonly Sample[];
  };
  export default function parsePrometheusTextFormat(text: string): Family[];
}
