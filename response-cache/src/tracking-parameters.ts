/** Say where a visitor came from, and never change a page. */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|msclkid|twclid|ttclid|yclid|igshid|li_fat_id|mc_[ce]id|ref)(=|$)/i;

/** The URL of the page that is meant. Parameters of the API are its own. */
export function withoutTracking(url: string): string {
  const start = url.indexOf('?');
  if (start === -1 || url.startsWith('/api/')) return url;
  const parameters = url.slice(start + 1).split('&');
  const others = parameters.filter((parameter) => !TRACKING.test(parameter));
  if (others.length === parameters.length) return url;
  const path = url.slice(0, start);
  return others.length > 0 ? `${path}?${others.join('&')}` : path;
}
