import { useEffect, useRef } from 'react';
import admin from '../../ui/admin.module.css';
import { Button } from '../../ui/button.tsx';
import styles from './find-bar.module.css';
import type { Find } from './use-find.ts';

export function FindBar({ find }: { find: Find }) {
  const field = useRef<HTMLInputElement>(null);
  const { opening, query, hasMatches } = find;
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when it was open before
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.select();
  }, [opening]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all screen readers know <search>
    <div
      role="search"
      aria-label="Find in the text"
      className={styles.bar}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The editor must not handle this Escape.
        event.stopPropagation();
        find.close();
      }}
    >
      <input
        ref={field}
        className={`field ${styles.input}`}
        aria-label="Find"
        placeholder="Find"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={query.text}
        onChange={({ target }) => find.change({ text: target.value })}
        onKeyDown={({ key, shiftKey, nativeEvent }) => {
          if (key !== 'Enter' || nativeEvent.isComposing) return;
          if (shiftKey) find.previous();
          else find.next();
        }}
      />
      <input
        className={`field ${styles.input}`}
        aria-label="Replace with"
        placeholder="Replace with"
        autoComplete="off"
        value={find.replacement}
        onChange={({ target }) => find.setReplacement(target.value)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Enter' && !nativeEvent.isComposing) find.replace();
        }}
      />
      <div className={styles.actions}>
        <span role="status" className={styles.count}>
          {find.message}
        </span>
        <Action title="Previous match (Shift+Enter)" enabled={hasMatches} onPress={find.previous}>
          Previous
        </Action>
        <Action title="Next match (Enter)" enabled={hasMatches} onPress={find.next}>
          Next
        </Action>
        <label className={`${admin.box} ${styles.case}`}>
          <input
            type="checkbox"
            checked={query.matchCase}
            onChange={({ target }) => find.change({ matchCase: target.checked })}
          />
          Match case
        </label>
      </div>
      <div className={styles.actions}>
        <Action enabled={hasMatches} onPress={find.replace}>
          Replace
        </Action>
        <Action enabled={hasMatches} onPress={find.replaceAll}>
          Replace all
        </Action>
        <Button
          className={styles.close}
          title="Close (Escape)"
          aria-label="Close Find"
          onClick={find.close}
        >
          Close
        </Button>
      </div>
    </div>
  );
}

type ActionProps = { enabled: boolean; onPress: () => void; title?: string; children: string };

/** Not `disabled`, which would lose the focus after the last match is replaced. */
function Action({ enabled, onPress, title, children }: ActionProps) {
  return (
    <Button title={title} aria-disabled={!enabled} onClick={() => enabled && onPress()}>
      {children}
    </Button>
  );
}
