import type { WxrElement } from './wxr/channel-elements.ts';
import { textOf } from './wxr/element-values.ts';

/** As databases write it; drafts have zeros. */
const DATABASE_DATE = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/;

function parsedDate(text: string): Date | null {
  const [, day, time] = DATABASE_DATE.exec(text) ?? [];
  if (day === undefined || day.startsWith('0000')) return null;
  const date = new Date(`${day}T${time}Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** That of feeds, with a year that drafts do not have. */
function feedDate(text: string): Date | null {
  if (!/\b[12]\d{3}\b/.test(text) || text.includes('-0001')) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The date of an item. The local one counts as UTC: exports do not say where the blog is. */
export function dateOf(item: WxrElement): Date | null {
  return (
    parsedDate(textOf(item, 'wp:post_date_gmt')) ??
    parsedDate(textOf(item, 'wp:post_date')) ??
    feedDate(textOf(item, 'pubDate'))
  );
}
