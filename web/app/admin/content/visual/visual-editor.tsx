import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { ContentEditor } from '../content-editor.ts';
import type { FindTarget } from '../find/find-target.ts';
import type { Pictures, PictureTarget } from '../pictures/use-pictures.ts';
import { BlockActions } from './blocks/block-actions.tsx';
import { currentBlock } from './commands/current-block.ts';
import { activeTools, VISUAL_TOOLS } from './commands/visual-tools.ts';
import { menuPlugins } from './menus/menus.ts';
import menuStyles from './menus/visual-menus.module.css';
import { VisualMenus } from './menus/visual-menus.tsx';
import type { NodeViewOptions } from './node-views/node-views.ts';
import { punctuationOf } from './typing/punctuation.ts';
import styles from './visual-editor.module.css';
import { createVisualFind } from './visual-find.ts';
import { type MarkdownConversion, VisualView } from './visual-view.ts';

/** For the toolbar, for pictures, and for the other views. */
export type VisualHandle = {
  readonly applyTool: (name: string) => void;
  readonly focus: () => void;
  /** Null while it is hidden: it does not have the text of now. */
  readonly pictures: PictureTarget | null;
  /** Where the block with the caret begins in the HTML. */
  readonly caret: () => number;
  readonly showCaret: () => void;
  readonly find: FindTarget | null;
  /** Scrolls to the block at an offset of the HTML, marks it and puts the caret into it. */
  readonly showBlock: (offset: number) => void;
};

/**
 * What the public page has. Passed in: with an import of it, the public stylesheet would be loaded
 * again, behind that of the admin pages.
 */
export type PublicPage = Pick<NodeViewOptions, 'imageUrl' | 'render'> & {
  readonly proseClass: string;
};

type Props = {
  editor: ContentEditor;
  /** Hidden, it keeps its undo history and its place. */
  hidden: boolean;
  pictures: Pictures;
  describedBy: string;
  /** When the text is shown for the first time. */
  onReady: () => void;
  /** Asks for a picture. */
  onPicture: () => void;
  onMarkdown: (conversion: MarkdownConversion) => void;
  /** Escape, if nothing in the text has used it. */
  onEscape: () => void;
  /** The keys of the toolbar. */
  onToolbar: () => void;
  /** The names of the tools that apply at the caret. */
  onActiveTools: (names: readonly string[]) => void;
  page: PublicPage;
  /** The language whose signs replace straight quotes; null if none do. */
  punctuation: string | null;
  ref: Ref<VisualHandle>;
};

function useVisualView(props: Omit<Props, 'ref'>) {
  const place = useRef<HTMLDivElement>(null);
  const { punctuation: language } = props;
  const rules = useMemo(() => (language === null ? null : punctuationOf(language)), [language]);
  const latest = useRef({ ...props, rules });
  useLayoutEffect(() => {
    latest.current = { ...props, rules };
  });
  const [visual, setVisual] = useState<VisualView | null>(null);
  const create = useEffectEvent((element: HTMLElement) => {
    const { editor, describedBy, page } = props;
    return new VisualView(element, {
      content: editor.form.content,
      onContent: (content) => latest.current.editor.change({ content }),
      contentElsewhere: () => (latest.current.hidden ? latest.current.editor.form.content : null),
      attributes: {
        class: `${page.proseClass} ${styles.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'aria-describedby': describedBy,
        dir: 'auto',
      },
      plugins: [
        currentBlock('Write, or press / for blocks'),
        ...menuPlugins({
          asked: menuStyles.asked ?? '',
          onPicture: () => latest.current.onPicture(),
        }),
      ],
      classes: styles,
      imageUrl: page.imageUrl,
      render: page.render,
      replacePicture: (picture, onDone) => latest.current.pictures.replace(picture, onDone),
      placeholders: editor.placeholders,
      pictures: () => latest.current.pictures,
      onEscape: () => latest.current.onEscape(),
      onMarkdown: (conversion) => latest.current.onMarkdown(conversion),
      punctuation: () => latest.current.rules,
    });
  });
  // Before the first paint: an empty place would let what is below jump.
  useLayoutEffect(() => {
    if (!place.current) return;
    const created = create(place.current);
    setVisual(created);
    return () => created.destroy();
  }, []);
  const { hidden } = props;
  const { content } = props.editor.form;
  useLayoutEffect(() => {
    if (hidden) visual?.leave();
    else visual?.setContent(content);
  }, [visual, content, hidden]);
  return { place, visual };
}

function useActiveTools(visual: VisualView | null, onChange: Props['onActiveTools']): void {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    let last = '';
    return visual?.subscribe(() => {
      const names = activeTools(visual.getState());
      if (names.join() !== last) report(names);
      last = names.join();
    });
  }, [visual]);
}

/** Loaded when it is opened: ProseMirror is larger than all else that the editor needs. */
export default function VisualEditor({ ref, ...props }: Props) {
  const { place, visual } = useVisualView(props);
  useActiveTools(visual, props.onActiveTools);
  const [hasFocus, setHasFocus] = useState(false);
  const { hidden } = props;
  useImperativeHandle(
    ref,
    () => ({
      applyTool(name) {
        const tool = VISUAL_TOOLS[name];
        if (tool) visual?.run(tool.command);
      },
      focus: () => visual?.view.focus(),
      caret: () => visual?.caret() ?? 0,
      showCaret() {
        if (visual?.view.hasFocus()) visual.view.dispatch(visual.view.state.tr.scrollIntoView());
      },
      find:
        visual &&
        createVisualFind(visual, {
          match: styles.match ?? '',
          currentMatch: styles.currentMatch ?? '',
        }),
      showBlock: (offset) => visual?.showBlock(offset),
      pictures: hidden ? null : visual,
    }),
    [visual, hidden],
  );
  const report = useEffectEvent(props.onReady);
  // After the handle is set.
  useLayoutEffect(() => {
    if (visual) report();
  }, [visual]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of the text inside
    <div
      hidden={hidden}
      className={styles.visual}
      onKeyDown={(event) => {
        if (event.key !== 'F10' || !event.altKey) return;
        event.preventDefault();
        props.onToolbar();
      }}
      onFocus={({ target }) =>
        // Not for the controls of a block.
        setHasFocus(visual?.view.hasFocus() === true || !place.current?.contains(target))
      }
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
      }}
    >
      <div ref={place} />
      {visual && <BlockActions visual={visual} />}
      {visual && <VisualMenus visual={visual} hasFocus={hasFocus} onPicture={props.onPicture} />}
    </div>
  );
}
