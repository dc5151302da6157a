import { TRASH_DAYS } from '@longhand/contract/limits';
import { Link } from 'react-router';
import { Message } from '../../reader/ui/message.tsx';
import { NotLoaded } from '../ui/when-loaded.tsx';
import { editorAddress } from './addresses.ts';
import type { DocumentKind, DocumentTypes } from './document-kind.ts';
import type { NotOpened as Problem } from './open-document.ts';

type Props<T extends DocumentTypes> = Problem<T> & {
  kind: DocumentKind<T>;
  onRetry: () => void;
};

/** Why not an empty form: its content would be saved as another document. */
export function NotOpened<T extends DocumentTypes>(props: Props<T>) {
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
          Changes to it are on this device.{' '}
          <Link to={`${editorAddress(name, null)}?kept=${key}`}>Open it as a new {name}</Link>
        </p>
      ))}
    </>
  );
}
