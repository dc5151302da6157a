import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { adminApi } from '../../lib/admin/admin-api.ts';
import type { Editor } from '../../lib/admin/use-editor.ts';
import type { Pictures, PictureTarget } from '../../lib/admin/use-pictures.ts';
import { currentBlock } from '../../lib/admin/visual/current-block.ts';
import { VISUAL_TOOLS } from '../../lib/admin/visual/visual-tools.ts';
import { type MarkdownConversion, VisualView } from '../../lib/admin/visual/visual-view.ts';
import { imageUrl, withImageHost } from '../../lib/images.ts';
import { useSite } from '../../lib/site.ts';
import prose from '../prose.module.css';
import styles from './visual-editor.module.css';

/** For the toolbar and for pictures. */
export type VisualHandle = {
  readonly applyTool: (name: string) => void;
  readonly focus: () => void;
  readonly pictures: PictureTarget;
  /** Selects the block at an offset of the HTML. */
  readonly showOffset: (offset: number) => void;
};

type Props = {
  editor: Editor;
  pictures: Pictures;
  describedBy: string;
  onMarkdown: (conversion: MarkdownConversion) => void;
  ref: Ref<VisualHandle>;
};

function useVisualView({ editor, pictures, describedBy, onMarkdown }: Omit<Props, 'ref'>) {
  const { form, change, placeholders } = editor;
  const place = useRef<HTMLDivElement>(null);
  const { apiUrl } = useSite();
  const latest = useRef({ pictures, onMarkdown });
  useLayoutEffect(() => {
    latest.current = { pictures, onMarkdown };
  });
  const [visual, setVisual] = useState<VisualView | null>(null);
  const create = useEffectEvent((element: HTMLElement) => {
    return new VisualView(element, {
      content: form.content,
      onContent: (content) => change({ content }),
      attributes: {
        class: `${prose.prose} ${styles.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'aria-describedby': describedBy,
        dir: 'auto',
      },
      plugins: [currentBlock('Write, or press / for blocks')],
      classes: styles,
      imageUrl: (src) => imageUrl(src, apiUrl),
      render: async (html, signal) =>
        withImageHost((await adminApi.preview(html, signal, true)).content, apiUrl),
      placeholders,
      pictures: () => latest.current.pictures,
      onMarkdown: (conversion) => latest.current.onMarkdown(conversion),
    });
  });
  useEffect(() => {
    if (!place.current) return;
    const created = create(place.current);
    setVisual(created);
    return () => created.destroy();
  }, []);
  useEffect(() => visual?.setContent(form.content), [visual, form.content]);
  return { place, visual };
}

/** Loaded when it is opened: ProseMirror is larger than all else that the editor needs. */
export default function VisualEditor({ ref, ...props }: Props) {
  const { place, visual } = useVisualView(props);
  useImperativeHandle(
    ref,
    () => ({
      applyTool(name) {
        const tool = VISUAL_TOOLS[name];
        if (tool) visual?.run(tool.command);
      },
      focus: () => visual?.view.focus(),
      showOffset: (offset) => visual?.showOffset(offset),
      pictures: {
        insertLines: (lines, near) => visual?.insertLines(lines, near),
        resolve: (token, html) => visual?.resolveUpload(token, html),
      },
    }),
    [visual],
  );
  return (
    <div className={styles.visual}>
      <div ref={place} />
    </div>
  );
}
