import type { Post } from '@longhand/contract/posts';
import { useSendDialog } from '../../mail/use-send-dialog.tsx';
import admin from '../../ui/admin.module.css';
import styles from './share-preview.module.css';

type Props = {
  post: Post;
  /** What is written and not part of the post. */
  hasChanges: boolean;
};

export function SendToSubscribers(props: Props) {
  const [open, dialog] = useSendDialog(props);
  return (
    <>
      <button type="button" className={`${styles.open} ${admin.shortened}`} onClick={open}>
        Send<span> to subscribers</span>
      </button>
      {dialog}
    </>
  );
}
