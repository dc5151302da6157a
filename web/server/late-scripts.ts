const PRELOAD = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*\/>/g;

/**
 * Lets the scripts wait until the page is painted: without preloads, and with the router's script as
 * text that `startScript` (`web/inline/`) runs later. Its text stays as it is, because the policy has
 * its hash.
 */
export function delayScripts(html: string, nonce: string, startScript: string): string {
  const end = html.indexOf('</head>');
  const tag = `<script nonce="${nonce}" type="module" async="">`;
  const start = html.lastIndexOf(tag);
  const entry = /import\("([^"]+)"\);<\/script>/.exec(html.slice(start))?.[1];
  if (end === -1 || start === -1 || entry === undefined) return html;
  const head = html.slice(0, end);
  const files = [...head.matchAll(PRELOAD)].map(([, file]) => file);
  const inOrder = [...files.filter((file) => file !== entry), entry];
  return [
    head.replace(PRELOAD, ''),
    `<script nonce="${nonce}" data-files="${inOrder.join(' ')}">${startScript}</script>`,
    html.slice(end, start),
    `<script nonce="${nonce}" data-late="" type="text/plain">`,
    html.slice(start + tag.length),
  ].join('');
}
