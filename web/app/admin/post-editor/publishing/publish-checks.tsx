import type { LinkTarget } from '@longhand/contract/posts/post-lists';
import type { Preview } from '@longhand/contract/posts/posts';
import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../../lib/when-idle.ts';
import { useSite } from '../../../reader/site/site.ts';
import { adminApi } from '../../api/admin-api.ts';
import type { ContentFacts } from '../../content/content-facts.ts';
import type { PostForm } from '../../post-form/post-form.ts';
import { closeOnEscape, useCloseOutside } from '../../ui/floating/close-details.ts';
import { EntryList } from '../../ui/lists/entry-list.tsx';
import { useDebouncedValue } from '../../ui/use-debounced-value.ts';
import { countOf } from '../../words/counts.ts';
import type { PlannedMailing } from '../settings/send-when-published.tsx';
import type { Check, Place } from './check-post.ts';
import styles from './publish-checks.module.css';

/** The same as for the notes on what is left out, so that both appear together. */
const PAUSE_MS = 1_000;
/** A longer text is only read while the list is open, because reading it takes too long. */
const MAX_UNASKED = 200_000;

type Checks = { readonly list: readonly Check[] | null; readonly failed: boolean };

type Targets = ReadonlyMap<string, LinkTarget | null>;
type Pages = ReadonlySet<string> | null;

async function lookUp(slugs: readonly string[], known: Targets, signal: AbortSignal) {
  const missing = slugs.filter((slug) => !known.has(slug));
  if (missing.length === 0) return known;
  const found = await adminApi.findLinkTargets(missing, signal);
  const bySlug = new Map(found.map((target) => [target.slug, target]));
  return new Map([...known, ...missing.map((slug) => [slug, bySlug.get(slug) ?? null] as const)]);
}

/** Asks again for an unknown page, which may have been added since. */
async function lookUpPages(slugs: readonly string[], known: Pages, signal: AbortSignal) {
  if (slugs.every((slug) => known?.has(slug))) return known;
  const pages = await adminApi.listPageSummaries(signal);
  return new Set(pages.flatMap(({ slug, former_slugs }) => [slug, ...former_slugs]));
}

/** Runs when typing pauses and the browser is idle. */
function usePublishChecks(form: PostForm, rendered: Preview | null, isOpen: boolean): Checks {
  const { url: siteUrl } = useSite();
  const settled = useDebouncedValue(form, PAUSE_MS);
  const [checks, setChecks] = useState<Checks>({ list: null, failed: false });
  // The last content, the posts that it links to, and all pages if it links to one.
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

const MAX_SHOWN = 50;

type Props = {
  form: PostForm;
  planned: PlannedMailing;
  rendered: Preview | null;
  /** In the visual view, places have no line numbers. */
  isVisual: boolean;
  onShow: (place: Place) => void;
};

function thingsIn(list: Checks['list']): string {
  if (!list) return 'Things';
  return list.length === 0 ? 'Nothing' : countOf(list.length, 'thing');
}

/** The checks never prevent publishing. */
export function PublishChecks({ form, planned, rendered, isVisual, onShow }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  useCloseOutside(details);
  const checks = usePublishChecks(form, rendered, isOpen);
  function show(place: Place): void {
    // The open list may cover the place.
    if (details.current) details.current.open = false;
    onShow(place);
  }
  return (
    <details
      ref={details}
      className={styles.checks}
      onKeyDown={closeOnEscape}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{thingsIn(checks.list)} to check before publishing</summary>
      <div className={styles.panel}>
        {isOpen && planned.to && <p>It will be sent to {planned.to} when it is published.</p>}
        {isOpen && <CheckList checks={checks} isVisual={isVisual} onShow={show} />}
      </div>
    </details>
  );
}

type ListProps = Pick<Props, 'isVisual' | 'onShow'> & { checks: Checks };

function CheckList({ checks, isVisual, onShow }: ListProps) {
  const { list, failed } = checks;
  return (
    <>
      {!list && !failed && <p>Reading the text…</p>}
      {list?.length === 0 && <p>No problems found.</p>}
      {list && (
        <EntryList
          entries={list.slice(0, MAX_SHOWN).map(({ where, block, message, place }) => ({
            where: (isVisual && block) || where,
            message,
            onChoose: () => onShow(place),
          }))}
          more={list.length - MAX_SHOWN}
        />
      )}
      {failed && (
        <p role="alert">
          Not everything could be checked. Check the connection; another attempt follows after the
          next change.
        </p>
      )}
    </>
  );
}
