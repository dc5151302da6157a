import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import type { Renderer } from '../posts/rendering/render.ts';
import type { SiteWords } from './default-pages.ts';

/** What the services of this folder need. */
export type PagesOptions = {
  readonly db: Database;
  readonly clock: Clock;
  readonly renderer: Renderer;
  readonly readSite: () => Promise<SiteWords>;
};
