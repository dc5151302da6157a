import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useRememberedOpen } from '../ui/use-remembered-open.ts';
import styles from './panel.module.css';

const PANEL_ID = 'document-settings';

type PanelState = ReturnType<typeof useRememberedOpen>;

/** Beside two panes there is no space, so it opens below them. */
function scrollToPanel(): void {
  const settings = document.getElementById(PANEL_ID);
  if (settings && settings.getBoundingClientRect().top > window.innerHeight / 2)
    settings.scrollIntoView();
}

type ToggleProps = { panel: PanelState; children: string };

export function PanelToggle({ panel: { isOpen, choose }, children }: ToggleProps) {
  return (
    <Button
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={PANEL_ID}
      title={isOpen ? 'Hide settings' : 'Show settings'}
      onClick={() => {
        choose(!isOpen);
        if (!isOpen) requestAnimationFrame(scrollToPanel);
      }}
    >
      {children}
    </Button>
  );
}

type ColumnsProps = {
  /** The text. */
  children: ReactNode;
  panel: PanelState;
  /** Always in sight: at the top of the panel, or at the bottom of the window. */
  bar: ReactNode;
  settings: ReactNode;
};

/**
 * The panel is beside the text where there is space, otherwise below it. Closed, it keeps its
 * fields mounted.
 */
export function Columns({ children, panel: { isOpen, show }, bar, settings }: ColumnsProps) {
  return (
    <div className={styles.columns} data-panel={isOpen ? 'open' : 'closed'}>
      {children}
      <div className={styles.panel}>
        {bar}
        {/* A field must be visible before the browser can show its message. */}
        <div id={PANEL_ID} className={styles.settings} onInvalidCapture={show}>
          {settings}
        </div>
      </div>
    </div>
  );
}

type ClosableProps = { name: string; storageKey: string; children: ReactNode };

export function Closable({ name, storageKey, children }: ClosableProps) {
  const { isOpen, choose, show } = useRememberedOpen(storageKey);
  return (
    <details
      className={styles.closable}
      open={isOpen}
      onInvalidCapture={show}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) choose(currentTarget.open);
      }}
    >
      <summary>{name}</summary>
      <div className={styles.group}>{children}</div>
    </details>
  );
}
