import { type ComponentProps, useEffect, useState } from 'react';
import { imageUrl, withImageHost } from '../../lib/images.ts';
import prose from '../../reader/article/prose/prose.module.css';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { adminApi } from '../api/admin-api.ts';
import { PlainButton } from '../ui/button.tsx';
import styles from './content-field.module.css';
import { type VisualEditorComponent as Component, visualEditorCode } from './editor-view.ts';

type Props = Omit<ComponentProps<Component>, 'page'>;

/**
 * Browsers keep the failure of an import until the page is loaded again. Not without a connection,
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
      withImageHost((await adminApi.preview({ content: html }, signal, true)).content, apiUrl),
  };
}

export function VisualPane(props: Props) {
  const { hidden } = props;
  // Its code may be loaded before, but a hidden editor would only take time.
  const [wasShown, setShown] = useState(!hidden);
  if (!hidden && !wasShown) setShown(true);
  const loaded = useVisualEditor(!hidden);
  const page = usePublicPage();
  if (!wasShown) return null;
  if (loaded !== null && loaded !== 'failed') return <loaded.Component {...props} page={page} />;
  if (hidden) return null;
  if (loaded === null)
    return (
      <div className={styles.visualLoading}>
        <Loading text="Loading the visual editor..." />
      </div>
    );
  return (
    <p role="alert" className={styles.visualFailed}>
      The visual editor could not be loaded. Check your connection and{' '}
      <PlainButton onClick={reload}>reload the page</PlainButton>, or continue in HTML.
    </p>
  );
}
