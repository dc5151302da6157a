import parsePrometheusTextFormat from 'parse-prometheus-text-format';
import { requestOk } from './http-client.ts';

export const METRICS_TOKEN = 'a-token-for-tests';

/** Asks for metrics as Prometheus does, and reads them with a parser that is not ours. */
export async function scrape(url: string, token = METRICS_TOKEN) {
  // With several workers, the next one may respond.
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const response = await requestOk(`${url}/metrics`, { headers });
  const text = response.body.toString();
  const families = parsePrometheusTextFormat(text);
  return {
    headers: response.headers,
    families,
    /** Each with its labels. */
    series: text.split('\n').flatMap((line) => /^(\w+(?:\{.*\})?) \S+$/.exec(line)?.[1] ?? []),

    /** The sum of those with these labels. */
    value(name: string, labels: Readonly<Record<string, string>> = {}): number {
      const samples = families.find((family) => family.name === name)?.metrics ?? [];
      return samples
        .filter((sample) =>
          Object.entries(labels).every(([key, is]) => sample.labels?.[key] === is),
        )
        .reduce((sum, { value }) => sum + Number(value), 0);
    },
  };
}
