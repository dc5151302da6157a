import { encode } from 'uqr';

/** The standard asks for a margin of so many modules. */
const QUIET_ZONE = 4;

/** Loaded only when an app is set up. Dark on light in both themes, because many apps read nothing else. */
export default function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    // The key is beside it as text.
    <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true" shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
