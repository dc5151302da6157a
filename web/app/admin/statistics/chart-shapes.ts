/** The steps of a scale that people read easily. */
const STEPS = [1, 2, 5, 10];

/** From zero to the most or above, in whole numbers. */
export function ticksFor(most: number, count = 4): number[] {
  const rough = Math.max(most, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = STEPS.find((step) => step * power >= rough) ?? 10;
  const step = Math.max(1, Math.round(factor * power));
  const last = Math.ceil(Math.max(most, 1) / step);
  return Array.from({ length: last + 1 }, (_, index) => index * step);
}

/** Returns n if there is room for each nth name only. */
export function labelStep(count: number, width: number, labelWidth: number): number {
  return Math.max(1, Math.ceil((count * labelWidth) / Math.max(width, 1)));
}

export type Plot = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The number at the upper edge. */
  readonly most: number;
  readonly count: number;
};

/** The pixels are whole, so that edges are sharp. */
export const xOf = ({ left, width, count }: Plot, index: number) =>
  Math.round(left + (width * index) / count);

export const yOf = ({ top, height, most }: Plot, value: number) =>
  Math.round(top + height - (height * value) / most);

/** A line with a step for each value. */
export function stepLine(plot: Plot, values: readonly number[]): string {
  return values
    .map((value, index) => {
      const y = yOf(plot, value);
      return `${index === 0 ? `M${xOf(plot, 0)} ${y}` : `V${y}`}H${xOf(plot, index + 1)}`;
    })
    .join('');
}

export function stepArea(plot: Plot, values: readonly number[]): string {
  return `${stepLine(plot, values)}V${yOf(plot, 0)}H${xOf(plot, 0)}Z`;
}

export function indexAt({ left, width, count }: Plot, x: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(((x - left) / width) * count)));
}
