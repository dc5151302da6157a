import type { LinkTarget } from '@longhand/contract/link-targets';
import type { Preview } from '@longhand/contract/posts';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';
import { useSite } from '../../../reader/site/site.ts';
import { adminApi } from '../../api/admin-api.ts';
import type { ContentFacts } from '../../content/content-facts.ts';
import type { PostForm } from '../../post-form/post-form.ts';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import type { Check } from './check-post.ts';

/** As for the notes on what is left out, so that both come together. */
const PAUSE_MS = 1_000;
/** A longer text is only read while the list is open: it takes too long to be done unasked. */
const MAX_UNASKED = 200_000;

export type Checks = { readonly list: readonly Check[] | null; readonly failed: boolean };

type Targets = ReadonlyMap<string, LinkTarget | null>;
type Pages = ReadonlySet<string> | null;

/** Looks up those that are not known yet; without an answer they stay unknown. */
async function lookUp(slugs: readonly string[], known: Targets, signal: AbortSignal) {
  const missing = slugs.filter((slug) => !known.has(slug));
  if (missing.length === 0) return known;
  const found = await adminApi.findLinkTargets(missing, signal);
  const bySlug = new Map(found.map((target) => [target.slug, target]));
  return new Map([...known, ...missing.map((slug) => [slug, bySlug.get(slug) ?? null] as const)]);
}

/** Asked for again where it does not know a page: that may have been added since. */
async function lookUpPages(slugs: readonly string[], known: Pages, signal: AbortSignal) {
  if (slugs.every((slug) => known?.has(slug))) return known;
  const pages = await adminApi.listPageSummaries(signal);
  return new Set(pages.flatMap(({ slug, former_slugs }) => [slug, ...former_slugs]));
}

/** What to look at before publishing; found when typing pauses and the browser is idle. */
export function usePublishChecks(
  form: PostForm,
  rendered: Preview | null,
  isOpen: boolean,
): Checks {
  const { url: siteUrl } = useSite();
  const settled = useDebouncedValue(form, PAUSE_MS);
  const [checks, setChecks] = useState<Checks>({ list: null, failed: false });
  // The content that was read last, the posts that it links to, and all pages if it links to one.
  const [cache] = useState({
    content: '',
    facts: null as ContentFacts | null,
    targets: new Map() as Targets,
    pages: null as Pages,
  });
  const isWanted = isOpen || settled.content.length <= MAX_UNASKED;

  useEffect(() => {
    if (!isWanted) {
      setChecks({ list: null, failed: false });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    async function check(): Promise<void> {
      const { checkPost, linkedSlugs, readContent } = await import('./check-post.ts');
      if (signal.aborted) return;
      if (cache.facts === null || cache.content !== settled.content) {
        cache.content = settled.content;
        cache.facts = readContent(settled.content);
      }
      const { facts } = cache;
      const show = () => {
        const { targets, pages } = cache;
        const list = checkPost(settled, facts, { siteUrl, rendered, targets, pages });
        setChecks({ list, failed: false });
      };
      show();
      const linked = (kind: 'page' | 'post') => linkedSlugs(facts, settled, siteUrl, kind);
      const [targets, pages] = await Promise.all([
        lookUp(linked('post'), cache.targets, signal),
        lookUpPages(linked('page'), cache.pages, signal),
      ]);
      if (signal.aborted || (targets === cache.targets && pages === cache.pages)) return;
      cache.targets = targets;
      cache.pages = pages;
      show();
    }
    const cancel = whenIdle(() => {
      check().catch((error) => {
        if (signal.aborted) return;
        console.warn(error);
        setChecks(({ list }) => ({ list, failed: true }));
      });
    });
    return () => {
      cancel();
      controller.abort();
    };
  }, [settled, rendered, isWanted, siteUrl, cache]);
  return checks;
}
