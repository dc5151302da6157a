import { mix } from './colours.ts';
import { PALETTE } from './palette.ts';

type CoverColours = { readonly ground: string; readonly ink: string; readonly figure: string };

/** The colours of each variant in the light theme, the same as in web/app/reader/ui/cover.module.css. */
export function coverColours(accent: string): readonly CoverColours[] {
  const { paper, shade, ink } = PALETTE.light;
  return [
    { ground: accent, ink: paper, figure: mix(accent, paper, 0.84) },
    { ground: shade, ink: accent, figure: mix(accent, shade, 0.12) },
    { ground: mix(accent, paper, 0.16), ink, figure: mix(accent, paper, 0.3) },
    { ground: ink, ink: paper, figure: mix(accent, ink, 0.45) },
    { ground: mix(accent, ink, 0.5), ink: paper, figure: mix(accent, ink, 0.7) },
    { ground: mix(accent, paper, 0.4), ink, figure: mix(accent, paper, 0.55) },
  ];
}
