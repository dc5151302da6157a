import type { SourceFormat } from './source.ts';

/** In the order in which they are asked whether an archive is theirs: the more exact ones first. */
export const FORMATS: readonly SourceFormat[] = [];
