import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Editor } from '../../lib/admin/use-editor.ts';
import type { Pictures, PictureTarget } from '../../lib/admin/use-pictures.ts';
import { currentBlock } from '../../lib/admin/visual/current-block.ts';
import type { NodeViewOptions } from '../../lib/admin/visual/node-views/node-views.ts';
import { VISUAL_TOOLS } from '../../lib/admin/visual/visual-tools.ts';
import { type MarkdownConversion, VisualView } from '../../lib/admin/visual/visual-view.ts';
import styles from './visual-editor.module.css';

/** For the toolbar and for pictures. */
export type VisualHandle = {
  readonly applyTool: (name: string) => void;
  readonly focus: () => void;
  readonly pictures: PictureTarget;
  /** Selects the block at an offset of the HTML. */
  readonly showOffset: (offset: number) => void;
};

/**
 * What the public page has. Passed in: with an import of it, the public stylesheet would be loaded
 * again, behind that of the admin pages.
 */
export type PublicPage = Pick<NodeViewOptions, 'imageUrl' | 'render'> & {
  readonly proseClass: string;
};

type Props = {
  editor: Editor;
  pictures: Pictures;
  describedBy: string;
  onMarkdown: (conversion: MarkdownConversion) => void;
  page: PublicPage;
  ref: Ref<VisualHandle>;
};

function useVisualView({ editor, pictures, describedBy, onMarkdown, page }: Omit<Props, 'ref'>) {
  const { form, change, placeholders } = editor;
  const place = useRef<HTMLDivElement>(null);
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
        class: `${page.proseClass} ${styles.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'aria-describedby': describedBy,
        dir: 'auto',
      },
      plugins: [currentBlock('Write, or press / for blocks')],
      classes: styles,
      imageUrl: page.imageUrl,
      render: page.render,
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
