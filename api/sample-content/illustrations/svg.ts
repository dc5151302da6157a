/** The few inks that every picture is printed in. */
export const INK = {
  paper: '#f3ecdf',
  ink: '#2a2520',
  rust: '#b3401f',
  ochre: '#d9a441',
  sea: '#2f5d62',
  sage: '#8aa08c',
  sky: '#cfdad6',
} as const;

export const WIDTH = 1600;
export const HEIGHT = 1067;

export type Point = readonly [x: number, y: number];

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

export function points(list: readonly Point[]): string {
  return list.map(([x, y]) => `${round(x)} ${round(y)}`).join('L');
}

export function rect(x: number, y: number, w: number, h: number, fill: string, extra = ''): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" fill="${fill}" ${extra}/>`;
}

export function disc(x: number, y: number, r: number, fill: string, extra = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" ${extra}/>`;
}

export function ring(x: number, y: number, r: number, stroke: string, width: number): string {
  return disc(x, y, r, 'none', `stroke="${stroke}" stroke-width="${width}"`);
}

export function shape(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}" ${extra}/>`;
}

export function stroke(d: string, colour: string, width: number, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
}

export function polyline(list: readonly Point[], colour: string, width: number): string {
  return stroke(`M${points(list)}`, colour, width);
}

/** What `body` draws, seen only where `d` is. */
export function clipped(id: string, d: string, body: string): string {
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${body}</g>`;
}

export function circlePath(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

export function rectPath(x: number, y: number, w: number, h: number, r = 0): string {
  if (r === 0) return `M${x} ${y}h${w}v${h}h${-w}Z`;
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${w - 2 * r}${corner(r, r)}v${h - 2 * r}${corner(-r, r)}h${2 * r - w}${corner(-r, -r)}v${2 * r - h}${corner(r, -r)}Z`;
}

export function document(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
