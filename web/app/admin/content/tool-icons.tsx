/** By name of the tool, on a grid of 16; a tool without one shows its label. */
const PATHS: Readonly<Record<string, string>> = {
  Bold: 'M4.5 2.5h4a2.6 2.6 0 0 1 0 5.2h-4zM4.5 7.7h4.7a2.9 2.9 0 0 1 0 5.8H4.5z',
  Italic: 'M7 2.5h4.5M4.5 13.5H9M9.3 2.5l-2.6 11',
  Link: 'M6.5 9.5l3-3M7 4.5l1.2-1.2a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5l-1.2 1.2a2.8 2.8 0 0 1-4-4L5 7.5',
  'Bullet List': 'M2.5 4h.01M2.5 8h.01M2.5 12h.01M6 4h8M6 8h8M6 12h8',
  'Numbered List': 'M2 3l1-.6V6M6.5 4H14M6.5 8H14M6.5 12H14M1.8 10.2c1.6-1 2.4.3.2 2.6h1.6',
  Image: 'M2 3h12v10H2zM2 11l3.5-3.5L9 11l2-2 3 3M10.5 6h.01',
  Quote:
    'M6.5 5C4.5 5.5 3 7 3 9.5a1.6 1.6 0 1 0 1.6-1.6M13 5c-2 .5-3.5 2-3.5 4.5a1.6 1.6 0 1 0 1.6-1.6',
  Code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  Table: 'M2 3h12v10H2zM2 6.5h12M6.5 6.5V13M10.5 6.5V13',
  Rule: 'M2 8h12',
  Footnote: 'M2.5 13l3-9 3 9M3.5 10h4M12 3v5M9.8 4.3l4.4 2.4M14.2 4.3L9.8 6.7',
  'More tools': 'M8 3.5v9M3.5 8h9',
};

export function ToolIcon({ name }: { name: string }) {
  const path = PATHS[name];
  if (!path) return name;
  return (
    <svg
      viewBox="0 0 16 16"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
