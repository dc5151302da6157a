import type { Histogram } from '@longhand/response-cache';

export type Labels = Readonly<Record<string, string>>;

type Sample = {
  readonly labels: Labels;
  readonly value: number;
  /** Set for the parts of a histogram, which have names of their own. */
  readonly metricName?: string;
};

type Aggregator = 'sum' | 'max' | 'min' | 'first' | 'average' | 'omit';

/** The form of prom-client's `getMetricsAsJSON`, so that processes can exchange metrics. */
export type Metric = {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly aggregator: Aggregator;
  readonly values: readonly Sample[];
};

/** A value without labels, or one for each value of a label. */
type Values = number | { readonly [label: string]: Readonly<Record<string, number | undefined>> };

function samplesOf(values: Values): Sample[] {
  if (typeof values === 'number') return [{ labels: {}, value: values }];
  return Object.entries(values).flatMap(([label, byValue]) =>
    Object.entries(byValue).flatMap(([name, value]) =>
      value === undefined ? [] : [{ labels: { [label]: name }, value }],
    ),
  );
}

/** A counter never goes down; its name ends with `_total` by convention. */
export function counter(name: `longhand_${string}_total`, help: string, values: Values): Metric {
  return { name, help, type: 'counter', aggregator: 'sum', values: samplesOf(values) };
}

export function gauge(
  name: `longhand_${string}`,
  help: string,
  values: Values,
  aggregator: Aggregator = 'sum',
): Metric {
  return { name, help, type: 'gauge', aggregator, values: samplesOf(values) };
}

function partsOf(name: string, labels: Labels, { bounds, counts, sum }: Histogram): Sample[] {
  let count = 0;
  const buckets = [...bounds.map(String), '+Inf'].map((le, range) => {
    count += counts[range] ?? 0;
    return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: count };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: count },
  ];
}

export function histogram(
  name: `longhand_${string}_seconds`,
  help: string,
  parts: readonly { readonly labels?: Labels; readonly of: Histogram }[],
): Metric {
  const values = parts.flatMap(({ labels = {}, of }) => partsOf(name, labels, of));
  return { name, help, type: 'histogram', aggregator: 'sum', values };
}

export function unixTime(time: Date | undefined): number | undefined {
  return time && time.getTime() / 1_000;
}
