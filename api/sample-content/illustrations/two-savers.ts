import { figure, label } from './figure.ts';
import { disc, INK, type Point, polyline, range, stroke } from './svg.ts';

const DEPOSIT = 2400;
const RATE = 0.07;
const YEARS = 40;
const TOP_VALUE = 250_000;
const BOX = { left: 220, right: 1290, top: 116, bottom: 772 } as const;

/** What is there at the end of each year, with a deposit at the end of those from `first` to `last`. */
function balances(first: number, last: number): number[] {
  let balance = 0;
  return range(YEARS + 1).map((year) => {
    if (year > 0) balance *= 1 + RATE;
    if (year >= first && year <= last) balance += DEPOSIT;
    return balance;
  });
}

function place(year: number, value: number): Point {
  return [
    BOX.left + (year / YEARS) * (BOX.right - BOX.left),
    BOX.bottom - (value / TOP_VALUE) * (BOX.bottom - BOX.top),
  ];
}

function grid(): string {
  const rows = range(6).map((step) => {
    const [, y] = place(0, step * 50_000);
    const words = step === 0 ? '0' : `${step * 50},000`;
    return (
      stroke(`M${BOX.left} ${y}H${BOX.right}`, INK.ink, step === 0 ? 2.5 : 0.8) +
      label(BOX.left - 26, y + 13, words, { anchor: 'end', size: 38 })
    );
  });
  const ages = range(5).map((step) => {
    const [x] = place(step * 10, 0);
    const words = step === 0 ? 'age 25' : `${25 + step * 10}`;
    return label(x, BOX.bottom + 62, words, { anchor: 'middle', size: 38 });
  });
  return rows.join('') + ages.join('');
}

function saver(
  first: number,
  last: number,
  colour: string,
  words: readonly [string, string],
  nudge: number,
): string {
  const line = balances(first, last).map((value, year) => place(year, value));
  const paying = line.slice(Math.max(0, first - 1), last + 1);
  const [x, y] = line[YEARS] ?? [0, 0];
  return (
    polyline(line.slice(Math.max(0, first - 1)), colour, 5) +
    polyline(paying, colour, 13) +
    disc(x, y, 12, colour) +
    label(x + 34, y + nudge, words[0], { colour, size: 46, italic: true }) +
    label(x + 34, y + nudge + 44, words[1], { colour, size: 38 })
  );
}

function total(first: number, last: number): string {
  const value = Math.round(balances(first, last)[YEARS] ?? 0);
  return value.toLocaleString('en-GB');
}

/** Ten early years against thirty late ones; the thick part of a line is where money goes in. */
export function twoSavers(): string {
  return figure(
    [
      grid(),
      saver(11, 40, INK.sea, ['thirty late', total(11, 40)], 46),
      saver(1, 10, INK.rust, ['ten early', total(1, 10)], -20),
    ],
    82,
  );
}
