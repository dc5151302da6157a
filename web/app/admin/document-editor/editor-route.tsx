import { TRASH_DAYS } from '@longhand/contract/limits';
import type { ReactNode } from 'react';
import {
  type ClientLoaderFunctionArgs,
  Link,
  type Location,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { Message } from '../../reader/ui/message.tsx';
import { isSameForm } from '../post-form/forms.ts';
import { NotLoaded, WhenLoaded } from '../ui/lists/when-loaded.tsx';
import { isStaying } from '../ui/use-unsaved-warning.ts';
import { editorAddress } from './addresses.ts';
import type { DocumentKind, DocumentTypes } from './document-kind.ts';
import { type OpenedOrNot, openDocument, type NotOpened as Problem } from './open-document.ts';
import { restoredNotice } from './versions/restore-version.ts';

type NotOpenedProps<T extends DocumentTypes> = Problem<T> & {
  kind: DocumentKind<T>;
  onRetry: () => void;
};

/** Why not an empty form: its content would be saved as another document. */
function NotOpened<T extends DocumentTypes>(props: NotOpenedProps<T>) {
  const { kind, problem, localDrafts, onRetry } = props;
  const { name, texts } = kind;
  const back = { to: texts.back.to(), label: texts.back.label };
  return (
    <>
      {problem === 'failed' ? (
        <NotLoaded title={`The ${name} could not be loaded`} back={back} onRetry={onRetry} />
      ) : (
        <Message
          title={`${name === 'post' ? 'Post' : 'Page'} Not Found`}
          text={`There is no ${name} with this id. It may have been deleted; then it ${texts.isInTrash} for ${TRASH_DAYS} days.`}
          back={{ ...back, label: `← ${back.label}` }}
        />
      )}
      {localDrafts.map(({ key }) => (
        <p key={key} className="page">
          This browser has unsaved changes to it.{' '}
          <Link to={`${editorAddress(name, null)}?kept=${key}`}>Open it as a new {name}</Link>
        </p>
      ))}
    </>
  );
}

type Opened<T extends DocumentTypes> = Exclude<OpenedOrNot<T>, Problem<T>>;

/** Says that the working copy is a version that was just restored. */
function withNotice<T extends DocumentTypes>(result: Opened<T>, { state }: Location): Opened<T> {
  const { copy, baseline } = result.opened;
  const isRestored = copy !== null && !isSameForm(copy.form, baseline.form);
  const notice = isRestored ? restoredNotice(state) : undefined;
  return notice === undefined ? result : { ...result, notice };
}

/** The exports of one route for new and existing documents: the first save must not remount the editor. */
export function createEditorRoute<T extends DocumentTypes, Extra>(
  kind: DocumentKind<T>,
  loadExtra: () => Promise<Extra>,
  editor: (opened: Opened<T>, extra: Extra) => ReactNode,
) {
  async function load(id: string | undefined, search: URLSearchParams) {
    const [result, extra] = await Promise.all([openDocument(kind, id, search), loadExtra()]);
    return { result, extra };
  }

  const clientLoader = ({ params, url }: ClientLoaderFunctionArgs) => ({
    loaded: load(params.id, url.searchParams),
  });
  const HydrateFallback = () => <Loading text="Loading editor..." />;

  function EditorRoute() {
    const { loaded: first } = useLoaderData<typeof clientLoader>();
    const { id } = useParams();
    const location = useLocation();
    const again = () => load(id, new URLSearchParams(location.search));
    const [loaded, attempt, reload] = useReload(first, again);
    const key = isStaying(location) ? undefined : id;
    return (
      <WhenLoaded key={attempt || key} loaded={loaded} fallback={<HydrateFallback />}>
        {({ result, extra }) =>
          'problem' in result ? (
            <NotOpened kind={kind} {...result} onRetry={reload} />
          ) : (
            editor(withNotice(result, location), extra)
          )
        }
      </WhenLoaded>
    );
  }

  return { clientLoader, HydrateFallback, EditorRoute };
}
