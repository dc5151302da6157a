import type { EditorState, Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useSyncExternalStore } from 'react';
import { Button } from '../../../ui/button.tsx';
import { OptionList } from '../../../ui/fields/option-list.tsx';
import floating from '../../../ui/floating/floating.module.css';
import type { Box } from '../../../ui/floating/floating-place.ts';
import { useFloating } from '../../../ui/floating/use-floating.ts';
import { AddressField } from '../../links/address-field.tsx';
import {
  type AddressQuestion,
  addressQuestion,
  addressQuestionOf,
  addressToOpen,
  answerQuestion,
  askForLink,
  closeQuestion,
  openLinks,
  removeLink,
} from '../commands/address-question.ts';
import { announcementOf, announcements } from '../commands/block-commands.ts';
import { linkAround } from '../commands/commands.ts';
import { toolKeys } from '../commands/visual-tools.ts';
import type { VisualView } from '../visual-view.ts';
import {
  BLOCK_MENU_ID,
  type BlockMenu,
  type BlockMenuOptions,
  blockMenu,
  blockMenuOf,
  chooseInView,
  moveInBlockMenu,
} from './block-menu-plugin.ts';
import { BUBBLE_TOOLS, isBubbleShown, selectionBubble } from './bubble-plugin.ts';
import styles from './visual-menus.module.css';

type BlockMenuProps = { readonly visual: VisualView; readonly menu: BlockMenu };

/** The text keeps the focus, and names the active option. */
function BlockMenuList({ visual: { view }, menu, onPicture }: BlockMenuProps & BlockMenuOptions) {
  const ref = useFloating(() => view.coordsAtPos(menu.from), 'below');
  return (
    <OptionList
      ref={ref}
      id={BLOCK_MENU_ID}
      label="Blocks"
      className={`${floating.floating} ${styles.menu}`}
      options={menu.items}
      active={menu.active}
      keyOf={({ name }) => name}
      onActive={(index) => moveInBlockMenu(index)(view.state, view.dispatch)}
      onTake={(item) => chooseInView(view, item, { onPicture })}
    >
      {({ name }) => name}
    </OptionList>
  );
}

const NO_BLOCK = 'No block of this name';

function countOf({ items }: BlockMenu): string {
  if (items.length === 0) return NO_BLOCK;
  return items.length === 1 ? '1 block' : `${items.length} blocks`;
}

function NoBlock({ visual: { view }, menu }: BlockMenuProps) {
  const ref = useFloating(() => view.coordsAtPos(menu.from), 'below');
  return (
    <div ref={ref} aria-hidden="true" className={`${floating.floating} ${styles.none}`}>
      {NO_BLOCK}
    </div>
  );
}

type QuestionFieldProps = { readonly visual: VisualView; readonly question: AddressQuestion };

function QuestionField({ visual, question }: QuestionFieldProps) {
  const { view } = visual;
  return (
    <AddressField
      kind={question.kind}
      anchor={() => rangeBox(view, question)}
      current={question.href}
      onAnswer={(address, linkText) => {
        const wrong = answerQuestion({ address, linkText }, view.state, view.dispatch);
        if (wrong === null) view.focus();
        return wrong;
      }}
      onRemove={() => visual.run(removeLink)}
      onCancel={() => visual.run(closeQuestion)}
      onLeave={() => closeQuestion(view.state, view.dispatch)}
    />
  );
}

/** Above the selection, but below it on touch screens, where the system shows its own menu above. */
function SelectionBubble({ visual, state }: { visual: VisualView; state: EditorState }) {
  const side = window.matchMedia('(pointer: coarse)').matches ? 'below' : 'above';
  const ref = useFloating(() => rangeBox(visual.view, state.selection), side);
  const tools = BUBBLE_TOOLS.filter(({ isPossible }) => isPossible?.(state) ?? true);
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Selection"
      className={`${floating.floating} ${styles.bubble}`}
    >
      {tools.map(({ name, label, command, isActive }) => (
        <Button
          key={name}
          // Keyboard users have shortcuts and the toolbar above the text.
          tabIndex={-1}
          aria-label={name}
          title={name}
          data-tool={name}
          data-label={label}
          aria-pressed={isActive(state)}
          // Keeps the focus, and with it the selection, in the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => visual.run(command)}
        />
      ))}
    </div>
  );
}

export function menuPlugins(options: BlockMenuOptions): Plugin[] {
  return [
    blockMenu(options),
    addressQuestion(),
    selectionBubble(),
    openLinks(),
    toolKeys(),
    announcements(),
  ];
}

type Link = NonNullable<ReturnType<typeof linkAround>>;

/** Null at the ends of a link, where typing continues outside of it. */
function linkAtCaret(state: EditorState): Link | null {
  const { empty, from } = state.selection;
  const link = empty ? linkAround(state) : null;
  return link && link.from < from && from < link.to ? link : null;
}

function LinkBar({ visual, link }: { visual: VisualView; link: Link }) {
  const ref = useFloating(() => rangeBox(visual.view, link), 'below');
  const address = addressToOpen(link.href);
  const keepCaret = (event: React.PointerEvent) => event.preventDefault();
  return (
    <div
      ref={ref}
      role="toolbar"
      aria-label="Link"
      className={`${floating.floating} ${floating.actions} ${styles.link}`}
      onKeyDown={({ key }) => key === 'Escape' && visual.view.focus()}
    >
      <span className={styles.address}>{link.href}</span>
      {address && (
        <a href={address} target="_blank" rel="noopener noreferrer" onPointerDown={keepCaret}>
          Open
        </a>
      )}
      <Button onPointerDown={keepCaret} onClick={() => visual.run(askForLink)}>
        Edit
      </Button>
      <Button onPointerDown={keepCaret} onClick={() => visual.run(removeLink)}>
        Remove
      </Button>
    </div>
  );
}

function rangeBox(view: EditorView, { from, to }: { from: number; to: number }): Box {
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  return {
    top: Math.min(start.top, end.top),
    bottom: Math.max(start.bottom, end.bottom),
    left: Math.min(start.left, end.left),
    right: Math.max(start.right, end.right),
  };
}

type Props = BlockMenuOptions & {
  readonly visual: VisualView;
  /** True if the text or something that floats over it has the focus. */
  readonly hasFocus: boolean;
};

/** The positioned parent must be the frame of the text. */
export function VisualMenus({ visual, hasFocus, onPicture }: Props) {
  const state = useSyncExternalStore(visual.subscribe, visual.getState, visual.getState);
  const menu = blockMenuOf(state);
  const question = addressQuestionOf(state);
  const isFree = hasFocus && !menu && !question;
  const link = isFree ? linkAtCaret(state) : null;
  return (
    <div>
      <p role="status" className="visually-hidden">
        {menu && countOf(menu)}
      </p>
      <p role="status" className="visually-hidden">
        {announcementOf(state)}
      </p>
      {menu && menu.items.length > 0 && (
        <BlockMenuList visual={visual} menu={menu} onPicture={onPicture} />
      )}
      {menu?.items.length === 0 && <NoBlock visual={visual} menu={menu} />}
      {question && <QuestionField key={question.kind} visual={visual} question={question} />}
      {isFree && isBubbleShown(state) && <SelectionBubble visual={visual} state={state} />}
      {link && <LinkBar visual={visual} link={link} />}
    </div>
  );
}
