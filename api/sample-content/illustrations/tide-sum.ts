import { FIGURE, figure, label } from './figure.ts';
import { INK, type Point, points, polyline, range, shape, stroke } from './svg.ts';

/** Speed in degrees an hour, as tide tables give it, and a height of the order found on a coast. */
const CONSTITUENTS = [
  { name: 'M', index: '2', speed: 28.9841042, height: 1, colour: INK.sea },
  { name: 'S', index: '2', speed: 30, height: 0.46, colour: INK.rust },
  { name: 'K', index: '1', speed: 15.0410686, height: 0.24, colour: INK.ochre },
  { name: 'O', index: '1', speed: 13.9430356, height: 0.17, colour: INK.sage },
] as const;

const LEFT = 190;
const RIGHT = FIGURE.width - 80;
const HOURS = 15 * 24;
const SAMPLES = 1200;

type Wave = (hour: number) => number;

function curve(wave: Wave, middle: number, scale: number): Point[] {
  return range(SAMPLES + 1).map((sample): Point => {
    const share = sample / SAMPLES;
    return [LEFT + share * (RIGHT - LEFT), middle - scale * wave(share * HOURS)];
  });
}

function waveOf(index: number): Wave {
  const { speed, height } = CONSTITUENTS[index] ?? CONSTITUENTS[0];
  return (hour) => height * Math.cos((speed * hour * Math.PI) / 180);
}

function row(index: number): string {
  const constituent = CONSTITUENTS[index] ?? CONSTITUENTS[0];
  const middle = 104 + index * 98;
  const name = `${constituent.name}<tspan dy="10" font-size="30">${constituent.index}</tspan>`;
  return (
    stroke(`M${LEFT} ${middle}H${RIGHT}`, INK.ink, 1) +
    polyline(curve(waveOf(index), middle, 36), constituent.colour, 4) +
    label(LEFT - 40, middle + 12, name, { anchor: 'end', size: 46, italic: true })
  );
}

/** Four waves and their sum through half a month: two springs, one neap. */
export function tideSum(): string {
  const middle = 664;
  const sum: Wave = (hour) => range(4).reduce((total, index) => total + waveOf(index)(hour), 0);
  const line = curve(sum, middle, 72);
  const area = `M${points(line)}V${middle + 150}H${LEFT}Z`;
  const days = range(6).map((mark) => {
    const x = LEFT + (mark / 5) * (RIGHT - LEFT);
    return (
      stroke(`M${x} ${middle + 150}v14`, INK.ink, 2) +
      label(x, middle + 206, mark === 0 ? 'day 0' : `${mark * 3}`, { anchor: 'middle', size: 38 })
    );
  });
  return figure(
    [
      ...range(4).map(row),
      shape(area, INK.sky),
      stroke(`M${LEFT} ${middle + 150}H${RIGHT}`, INK.ink, 2),
      polyline(line, INK.ink, 4.5),
      label(LEFT - 40, middle + 12, 'sum', { anchor: 'end', size: 46, italic: true }),
      ...days,
    ],
    81,
  );
}
