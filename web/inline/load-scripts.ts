export type Scripts = {
  /** They run in this order; the last one hydrates the page. */
  readonly files: readonly string[];
  /** True if somebody is waiting for them. */
  hurried: boolean;
  /** True if only a press or a key starts them: the browser is loading another page, or they could not be loaded. */
  waiting: boolean;
  /** It is set from the first request on, and ends the requests. */
  loading: AbortController | undefined;
  /** It ends the listeners when nothing is left to do. */
  readonly listening: AbortController;
};

/** After this time the scripts start without a moment of rest, because a busy page has none. */
const IDLE_LIMIT_MS = 200;

/** Waits until the browser has nothing else to do, unless somebody is waiting. */
export function pause({ hurried }: Scripts): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no requestIdleCallback.
    if (hurried || !window.requestIdleCallback) setTimeout(resolve, hurried ? 0 : IDLE_LIMIT_MS);
    else requestIdleCallback(() => resolve(), { timeout: IDLE_LIMIT_MS });
  });
}

/** Why not a preload: browsers never try again to import what could not be preloaded. */
async function fetchFile(file: string, hurried: boolean, signal: AbortSignal): Promise<void> {
  const response = await fetch(file, { priority: hurried ? 'auto' : 'low', signal });
  if (!response.ok) throw new Error(file);
  await response.blob();
}

/**
 * Replaces the rules that the page came with by the whole sheets: it has only those that its HTML
 * needs (`web/server/used-css.ts`), and React may show more.
 */
async function applyWholeSheets(links: readonly HTMLLinkElement[]): Promise<void> {
  await Promise.all(
    links.map(
      (link) =>
        new Promise((resolve, reject) => {
          // It was loaded before, when another one failed.
          if (!link.disabled && link.sheet) resolve(link);
          link.onload = resolve;
          link.onerror = (error) => {
            // A link that is disabled can be tried again.
            link.disabled = true;
            reject(error);
          };
          link.disabled = false;
        }),
    ),
  );
  for (const link of links) link.removeAttribute('media');
  document.querySelector('style[data-used]')?.remove();
}

/** The server has made the router's own script inert. The policy allows this text only. */
function runInertScript(): void {
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = document.querySelector('script[data-late]')?.textContent ?? '';
  document.head.append(script);
  script.remove();
}

export async function loadScripts(scripts: Scripts, onFailure: () => void): Promise<void> {
  if (scripts.loading || scripts.waiting) return;
  scripts.loading = new AbortController();
  const { signal } = scripts.loading;
  try {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[data-used][media]')];
    const files = [...links.map(({ href }) => href), ...scripts.files];
    await Promise.all(files.map((file) => fetchFile(file, scripts.hurried, signal)));
    await applyWholeSheets(links);
    // Each file is a task of its own, so that none is long.
    for (const file of scripts.files.slice(0, -1)) {
      await pause(scripts);
      signal.throwIfAborted();
      await import(/* @vite-ignore */ file);
    }
    await pause(scripts);
    signal.throwIfAborted();
    scripts.listening.abort();
    runInertScript();
  } catch {
    // The page goes on as the HTML that it is, until the next sign of intent.
    scripts.loading = undefined;
    scripts.waiting = true;
    if (!signal.aborted) onFailure();
  }
}
