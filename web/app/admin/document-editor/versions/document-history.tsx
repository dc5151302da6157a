import type { ReactNode } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import type { DifferenceView } from '../../history/differences.tsx';
import { History, NoHistory, Version } from '../../history/history.tsx';
import { type HistoryCalls, loadHistory } from '../../history/load-history.ts';
import { createLoadedRoute, type PageAddress } from '../../ui/loaded-page.tsx';
import { editorAddress } from '../addresses.ts';
import type { DocumentKind, DocumentTypes } from '../document-kind.ts';
import { restoreVersion } from './restore-version.ts';

type Listed = { readonly version: number; readonly saved_at: string | null };

/** Describes what differs between the histories of posts and pages. */
type HistoryKind<T extends DocumentTypes, Version extends Listed> = {
  readonly documents: DocumentKind<T>;
  readonly listVersions: HistoryCalls<T['document'], Version>['listVersions'];
  readonly noteOf?: (version: Version) => string;
  readonly statusOf: (document: T['document'], timeZone: string) => string;
  /** What has changed since, if that is not the text; null otherwise. */
  readonly sinceOf?: (earlier: T['document'], current: T['document']) => string | null;
  readonly looked: (document: T['document']) => ReactNode;
  /** Restoring a version does not change these fields. */
  readonly kept: readonly (keyof T['form'])[];
  readonly differences: (from: T['form'], to: T['form'], view: DifferenceView) => ReactNode;
};

export function createHistory<T extends DocumentTypes, Replaced extends Listed>(
  kind: HistoryKind<T, Replaced>,
) {
  const { documents, listVersions } = kind;
  const { name, find, findVersion, toForm } = documents;
  const { back } = documents.texts;
  const load = (address: PageAddress) => loadHistory({ find, listVersions, findVersion }, address);
  type Data = NonNullable<Awaited<ReturnType<typeof load>>>;

  function Earlier({ current, earlier }: EarlierProps<T['document']>) {
    const { timeZone } = useSite();
    const now = toForm(current);
    const kept = Object.fromEntries(kind.kept.map((field) => [field, now[field]]));
    const restored = { ...toForm(earlier), ...kept };
    const since = kind.sinceOf?.(earlier, current);
    return (
      <Version
        kind={name}
        version={earlier.version}
        status={kind.statusOf(earlier, timeZone)}
        editorPath={editorAddress(name, current.id)}
        looked={kind.looked(earlier)}
        differences={(view) => (since ? <p>{since}</p> : kind.differences(restored, now, view))}
        restore={() =>
          restoreVersion(documents, current, { version: earlier.version, form: restored })
        }
      />
    );
  }

  function Loaded({ current, versions, older, isThinned, earlier }: Data) {
    return (
      <History
        title={toForm(current).title}
        editorPath={editorAddress(name, current.id)}
        versions={versions.map((version) => ({
          version: version.version,
          savedAt: version.saved_at,
          ...(kind.noteOf && { note: kind.noteOf(version) }),
        }))}
        older={older}
        isThinned={isThinned}
        shown={earlier?.version}
      >
        {earlier && <Earlier key={earlier.version} current={current} earlier={earlier} />}
      </History>
    );
  }

  return createLoadedRoute({
    loading: 'Loading history...',
    load,
    page: (data, reload) =>
      data ? (
        <Loaded {...data} />
      ) : (
        <NoHistory
          kind={name}
          back={{ to: back.to(), label: `← ${back.label}` }}
          onRetry={reload}
        />
      ),
  });
}

type EarlierProps<Document> = { readonly current: Document; readonly earlier: Document };
