import { MAX_TAG_LENGTH } from '@longhand/contract/limits';
import type { BulkChange } from '@longhand/contract/posts/bulk-changes';
import { useEffect, useRef } from 'react';
import type { Topic } from '../../post-list/post-list.ts';
import { Button } from '../../ui/button.tsx';
import { useScrollPadding } from '../../ui/use-scroll-padding.ts';
import styles from './bulk-bar.module.css';
import {
  type BulkState,
  bulkFailureLines,
  bulkProgress,
  bulkResult,
  interruptedQuestion,
} from './bulk-change.ts';
import type { OfferedBulk } from './bulk-plans.ts';
import { countPosts } from './bulk-words.ts';

type Props = {
  count: number;
  isTrash: boolean;
  state: BulkState | null;
  interrupted: OfferedBulk | null;
  topics: readonly Topic[];
  onChange: (change: BulkChange) => void;
  onClear: () => void;
  onStop: () => void;
  onClose: () => void;
  onResume: (offer: OfferedBulk) => void;
  onLeave: (offer: OfferedBulk) => void;
};

/** Covers the bottom of the window so that the rows stay where they are. */
export function BulkBar(props: Props) {
  const bar = useRef<HTMLElement>(null);
  useScrollPadding(bar);
  const { state, count, interrupted, onResume, onLeave } = props;
  return (
    <section ref={bar} className={styles.bar} aria-label="Selected posts">
      <div className="page">
        {interrupted && (
          <div className={styles.interrupted}>
            <p aria-live="polite">{interruptedQuestion(interrupted)}</p>
            <div className={styles.buttons}>
              <Button onClick={() => onResume(interrupted)}>Continue</Button>
              <Button onClick={() => onLeave(interrupted)}>Leave it</Button>
            </div>
          </div>
        )}
        {state?.status === 'ended' && <Failures state={state} onClose={props.onClose} />}
        {state && state.status !== 'ended' && <Progress state={state} onStop={props.onStop} />}
        {state?.status !== 'running' && state?.status !== 'stopping' && count > 0 && (
          <Choices {...props} />
        )}
      </div>
    </section>
  );
}

function Choices({ count, isTrash, topics, onChange, onClear }: Props) {
  const choices: readonly (readonly [label: string, BulkChange])[] = isTrash
    ? [
        ['Restore selected', { kind: 'restore' }],
        ['Delete selected for good', { kind: 'delete_for_good' }],
      ]
    : [
        ['Publish', { kind: 'publish' }],
        ['Unpublish', { kind: 'unpublish' }],
        ['Delete', { kind: 'delete' }],
      ];
  return (
    <div className={styles.choices}>
      <p aria-live="polite">
        {countPosts(count)} selected
        <Button className={styles.clear} onClick={onClear}>
          Clear
        </Button>
      </p>
      <div className={styles.buttons}>
        {choices.map(([label, change]) => (
          <Button key={label} onClick={() => onChange(change)}>
            {label}
          </Button>
        ))}
      </div>
      {!isTrash && <TopicChoice topics={topics} onChange={onChange} />}
    </div>
  );
}

function TopicChoice({ topics, onChange }: Pick<Props, 'topics' | 'onChange'>) {
  const field = useRef<HTMLInputElement>(null);
  const change = (kind: 'topic' | 'remove_topic') => {
    if (!field.current?.reportValidity()) return;
    onChange({ kind, topic: field.current.value.trim() });
  };
  return (
    <form
      className={styles.topic}
      onSubmit={(event) => {
        event.preventDefault();
        change('topic');
      }}
    >
      <input
        ref={field}
        className="field"
        aria-label="Topic to add or remove"
        placeholder="Topic"
        list="bulk-topics"
        autoComplete="off"
        required
        pattern="[^,]*[^,\s][^,]*"
        title="One topic without a comma, for example Science"
        maxLength={MAX_TAG_LENGTH}
      />
      <datalist id="bulk-topics">
        {topics.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <button type="submit">Add a topic</button>
      <Button onClick={() => change('remove_topic')}>Remove a topic</Button>
    </form>
  );
}

/** The pressed button, which had the focus, is gone. */
function useFocusOnMount() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return box;
}

function Progress({ state, onStop }: { state: BulkState; onStop: () => void }) {
  const { done, failures, total, status } = state;
  const text = bulkProgress(state);
  return (
    <div ref={useFocusOnMount()} className={styles.progress} tabIndex={-1}>
      <p>{text}</p>
      <progress value={done + failures.length} max={total} aria-label={text} />
      <Button aria-disabled={status === 'stopping'} onClick={onStop}>
        Stop
      </Button>
    </div>
  );
}

function Failures({ state, onClose }: { state: BulkState; onClose: () => void }) {
  return (
    <div ref={useFocusOnMount()} className={styles.failures} tabIndex={-1}>
      <p>{bulkResult(state)}</p>
      <ul>
        {bulkFailureLines(state.failures).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <Button onClick={onClose}>Close</Button>
    </div>
  );
}
