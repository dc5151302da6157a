import { type ComponentProps, useEffect, useState } from 'react';
import { imageUrl, withImageHost } from '../../lib/images.ts';
import prose from '../../reader/article/prose/prose.module.css';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import styles from './content-field.module.css';
import { type VisualEditorComponent as Component, visualEditorCode } from './load-visual-editor.ts';
import { usePunctuation } from './use-punctuation.ts';

type Props = Omit<ComponentProps<Component>, 'page' | 'punctuation'>;

/**
 * Loads the page again: browsers keep the failure of an import until then. Not without a connection,
 * which would end the editor.
 */
async function reload(): Promise<void> {
  try {
    await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
    window.location.reload();
  } catch (error) {
    console.warn(error);
  }
}

/** Why not React's `lazy`: it would throw a failure away with the whole form. */
function useVisualEditor(wanted: boolean) {
  const [loaded, setLoaded] = useState<{ Component: Component } | 'failed' | null>(() => {
    const Component = visualEditorCode.loaded();
    return Component && { Component };
  });
  const isWanted = wanted && loaded === null;
  useEffect(() => {
    if (!isWanted) return;
    visualEditorCode.load().then(
      (Component) => setLoaded({ Component }),
      (error) => {
        console.warn(error);
        setLoaded('failed');
      },
    );
  }, [isWanted]);
  return loaded;
}

function usePublicPage(): ComponentProps<Component>['page'] {
  const { apiUrl } = useSite();
  return {
    proseClass: prose.prose ?? '',
    imageUrl: (src) => imageUrl(src, apiUrl),
    render: async (html, signal) =>
      withImageHost((await adminApi.preview(html, signal, true)).content, apiUrl),
  };
}

/** The visual editor, once it was opened. */
export function VisualPane(props: Props) {
  const { hidden } = props;
  // Its code may be there before: a hidden editor would only take time.
  const [wasShown, setShown] = useState(!hidden);
  if (!hidden && !wasShown) setShown(true);
  const loaded = useVisualEditor(!hidden);
  const page = usePublicPage();
  const punctuation = usePunctuation(!hidden);
  if (!wasShown) return null;
  if (loaded !== null && loaded !== 'failed')
    return <loaded.Component {...props} page={page} punctuation={punctuation} />;
  if (hidden) return null;
  if (loaded === null)
    return (
      <div className={styles.visualLoading}>
        <Loading text="Loading the visual editor..." />
      </div>
    );
  return (
    <p role="alert" className={styles.visualFailed}>
      The visual editor could not be loaded. Check the connection and{' '}
      <button type="button" className={admin.plain} onClick={reload}>
        reload the page
      </button>
      , or go on in HTML.
    </p>
  );
}
