import { figure, label } from './figure.ts';
import { stipple } from './grain.ts';
import { clipped, INK, range, rect, rectPath, stroke } from './svg.ts';

const DAYS = 10;
/** De Candolle found his plants running between 22 and 23 hours; this is the middle. */
const PERIOD = 22.5;
const OPEN_FROM = 6;
const OPEN_FOR = 12;
const BOX = { left: 210, right: 1540, top: 142 } as const;
const ROW = 66;
const BAR = 40;
const WINDOW_DAYS = 3;

function at(hour: number): number {
  return BOX.left + (hour / 24) * (BOX.right - BOX.left);
}

/** When the leaves are open, in hours since the first midnight: by the sun, then by themselves. */
function openings(): { from: number; to: number; lit: boolean }[] {
  const lit = range(WINDOW_DAYS).map((day) => ({ start: day * 24 + OPEN_FROM, lit: true }));
  const last = (WINDOW_DAYS - 1) * 24 + OPEN_FROM;
  const dark = range(DAYS).map((turn) => ({ start: last + (turn + 1) * PERIOD, lit: false }));
  return [...lit, ...dark].map(({ start, lit: isLit }) => ({
    from: start,
    to: start + (isLit ? OPEN_FOR : (OPEN_FOR * PERIOD) / 24),
    lit: isLit,
  }));
}

function bar(day: number, from: number, to: number, lit: boolean): string {
  const [start, end] = [Math.max(from, day * 24), Math.min(to, day * 24 + 24)];
  if (start >= end) return '';
  const x = at(start - day * 24);
  const y = BOX.top + day * ROW + (ROW - BAR) / 2;
  return rect(x, y, at(end - day * 24) - x, BAR, lit ? INK.ochre : INK.sage);
}

function dark(): string {
  const y = BOX.top + WINDOW_DAYS * ROW;
  const height = (DAYS - WINDOW_DAYS) * ROW;
  const grain = stipple({
    seed: 91,
    box: [BOX.left, y, BOX.right - BOX.left, height],
    count: 700,
    colour: INK.sage,
    size: 2.4,
    opacity: 0.4,
  });
  const width = BOX.right - BOX.left;
  return (
    rect(BOX.left, y, width, height, INK.ink) +
    clipped('dark', rectPath(BOX.left, y, width, height), grain)
  );
}

/** Ten days of a plant, one a row: three at a window, then the cupboard. */
export function leafDrift(): string {
  const bars = range(DAYS).flatMap((day) =>
    openings().map(({ from, to, lit }) => bar(day, from, to, lit)),
  );
  const days = range(DAYS).map((day) =>
    label(BOX.left - 30, BOX.top + day * ROW + 46, `${day === 0 ? 'day ' : ''}${day + 1}`, {
      anchor: 'end',
      size: 38,
    }),
  );
  const hours = [0, 6, 12, 18, 24].map(
    (hour) =>
      stroke(`M${at(hour)} ${BOX.top - 22}v14`, INK.ink, 2) +
      label(at(hour), BOX.top - 40, ['midnight', '6', 'noon', '18', 'midnight'][hour / 6] ?? '', {
        anchor: hour === 24 ? 'end' : hour === 0 ? 'start' : 'middle',
        size: 38,
      }),
  );
  const frame = stroke(`M${BOX.left} ${BOX.top}H${BOX.right}`, INK.ink, 2);
  return figure([dark(), ...bars, ...days, ...hours, frame], 83);
}
