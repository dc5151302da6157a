import {
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Punctuation } from '../../punctuation/smart-punctuation.ts';
import type { ContentEditor } from '../editor-view.ts';
import type { FindTarget } from '../find/find-matches.ts';
import type { Pictures, PictureTarget } from '../pictures/use-pictures.ts';
import type { TextView } from '../text-place.ts';
import { BlockActions } from './blocks/block-actions.tsx';
import { toggleStates, VISUAL_TOOLS } from './commands/visual-tools.ts';
import { menuPlugins, VisualMenus } from './menus/visual-menus.tsx';
import type { NodeViewOptions } from './node-views/node-views.ts';
import { currentBlock } from './plugins/block-decorations.ts';
import { createVisualFind } from './plugins/find-plugin.ts';
import styles from './visual-editor.module.css';
import { visualText } from './visual-text.ts';
import { type MarkdownConversion, VisualView } from './visual-view.ts';

export type VisualHandle = {
  readonly applyTool: (name: string) => void;
  readonly focus: () => void;
  /** Null while the editor is hidden, because it does not have the current text. */
  readonly pictures: PictureTarget | null;
  /** Null while the editor is hidden. */
  readonly text: TextView | null;
  readonly showCaret: () => void;
  readonly find: FindTarget | null;
  /** Marks the block at an offset of the HTML, scrolls to it and puts the caret into it. */
  readonly showBlock: (offset: number) => void;
};

/**
 * Passed in because an import would load the public stylesheet again, after that of the admin
 * pages.
 */
export type PublicPage = Pick<NodeViewOptions, 'imageUrl' | 'render'> & {
  readonly proseClass: string;
};

type Props = {
  editor: ContentEditor;
  /** A hidden editor keeps its undo history and its place. */
  hidden: boolean;
  pictures: Pictures;
  isInvalid: boolean;
  describedBy: string;
  onReady: () => void;
  onPicture: () => void;
  onMarkdown: (conversion: MarkdownConversion) => void;
  /** Called for Escape if nothing in the text has used it. */
  onEscape: () => void;
  onToolbar: () => void;
  onToggles: (states: Readonly<Record<string, boolean>>) => void;
  page: PublicPage;
  punctuation: Punctuation | null;
  ref: Ref<VisualHandle>;
};

function useVisualView(props: Omit<Props, 'ref'>) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  const [visual, setVisual] = useState<VisualView | null>(null);
  const create = useEffectEvent((element: HTMLElement) => {
    const { editor, describedBy, page } = props;
    return new VisualView(element, {
      content: editor.form.content,
      onContent: (content) => latest.current.editor.change({ content }),
      contentElsewhere: () => (latest.current.hidden ? latest.current.editor.form.content : null),
      attributes: () => ({
        class: `${page.proseClass} ${styles.text}`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': 'Content',
        'aria-describedby': describedBy,
        dir: 'auto',
        ...(latest.current.isInvalid && { 'aria-invalid': 'true' }),
      }),
      plugins: [
        currentBlock('Write, or press / for blocks'),
        ...menuPlugins({ onPicture: () => latest.current.onPicture() }),
      ],
      imageUrl: page.imageUrl,
      render: page.render,
      replacePicture: (picture, onDone) => latest.current.pictures.replace(picture, onDone),
      placeholders: editor.placeholders,
      pictures: () => latest.current.pictures,
      onEscape: () => latest.current.onEscape(),
      onMarkdown: (conversion) => latest.current.onMarkdown(conversion),
      punctuation: () => latest.current.punctuation,
    });
  });
  // Before the first paint, because an empty place would let what is below jump.
  useLayoutEffect(() => {
    if (!place.current) return;
    const created = create(place.current);
    setVisual(created);
    return () => created.destroy();
  }, []);
  const { hidden, isInvalid } = props;
  const { content } = props.editor.form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one of the attributes
  useLayoutEffect(() => visual?.view.setProps({}), [visual, isInvalid]);
  useLayoutEffect(() => {
    if (hidden) visual?.leave();
    else visual?.setContent(content);
  }, [visual, content, hidden]);
  return { place, visual };
}

function useToggles(visual: VisualView | null, onChange: Props['onToggles']): void {
  const report = useEffectEvent(onChange);
  useEffect(() => {
    if (!visual) return;
    let last = '';
    const update = () => {
      const states = toggleStates(visual.getState());
      const now = JSON.stringify(states);
      if (now !== last) report(states);
      last = now;
    };
    update();
    return visual.subscribe(update);
  }, [visual]);
}

/** Loaded on demand, because ProseMirror is larger than all else that the editor needs. */
export default function VisualEditor({ ref, ...props }: Props) {
  const { place, visual } = useVisualView(props);
  useToggles(visual, props.onToggles);
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
      text: hidden || !visual ? null : visualText(visual),
      showCaret() {
        if (visual?.view.hasFocus()) visual.view.dispatch(visual.view.state.tr.scrollIntoView());
      },
      find: visual && createVisualFind(visual),
      showBlock: (offset) => visual?.showBlock(offset),
      pictures: hidden ? null : visual,
    }),
    [visual, hidden],
  );
  const report = useEffectEvent(props.onReady);
  // Runs after the handle is set.
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
        // Controls of a block do not count.
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
