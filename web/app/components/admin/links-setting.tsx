import { SETTING_LIMITS } from '@longhand/contract/site-defaults';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addLink, isKnown, type LinkRow, moveLink } from '../../lib/admin/settings-form.ts';
import type { Settings } from '../../lib/admin/use-settings.ts';
import admin from './admin.module.css';
import fieldStyles from './field.module.css';
import { FieldNotes } from './field.tsx';
import { LinkField } from './link-field.tsx';
import styles from './links-setting.module.css';

function nameOf({ label }: LinkRow): string {
  return label.trim() || 'this link';
}

export function LinksSetting({ settings }: { settings: Settings }) {
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const [moved, setMoved] = useState('');
  const { links } = settings.form;
  const others = links.filter((row) => !isKnown(row));
  const locked = settings.lockedHint('links');
  const isFull = links.length >= SETTING_LIMITS.links;

  /** Once the change is shown. */
  function changeAndFocus(next: readonly LinkRow[], selector: string): void {
    flushSync(() => settings.change({ links: next }));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }

  function add(): void {
    if (isFull) return;
    const next = addLink(links);
    changeAndFocus(next, `[data-row="${next.at(-1)?.key}"] input`);
  }

  function remove(row: LinkRow): void {
    const after = others[others.indexOf(row) + 1];
    const next = links.filter(({ key }) => key !== row.key);
    changeAndFocus(next, after ? `[data-row="${after.key}"] input` : '[data-add]');
  }

  function move(row: LinkRow, by: -1 | 1): void {
    const next = moveLink(links, row.key, by);
    if (next === links) return;
    settings.change({ links: next });
    const place = next.filter((link) => !isKnown(link)).findIndex(({ key }) => key === row.key);
    setMoved(`${nameOf(row)}: now ${place + 1} of ${others.length}.`);
  }

  return (
    <fieldset
      ref={list}
      className={fieldStyles.field}
      disabled={locked !== undefined}
      aria-describedby={`${id}-notes`}
      tabIndex={-1}
    >
      <legend className="visually-hidden">Links</legend>
      <FieldNotes
        id={id}
        hint={locked ?? 'In the footer and on the contact page. One without an address is hidden'}
        errors={settings.errors.links}
      />
      <div className={styles.known}>
        {links.filter(isKnown).map((row) => (
          <LinkField key={row.key} settings={settings} row={row} part="url" label={row.label} />
        ))}
      </div>
      <ol className={styles.others}>
        {others.map((row, index) => (
          <li key={row.key} data-row={row.key}>
            <LinkField settings={settings} row={row} part="label" label="Label" />
            <LinkField settings={settings} row={row} part="url" label="Address" />
            <div className={styles.actions}>
              <button
                type="button"
                aria-label={`Move ${nameOf(row)} up`}
                aria-disabled={index === 0}
                onClick={() => move(row, -1)}
              >
                ↑
              </button>
              <button
                type="button"
                aria-label={`Move ${nameOf(row)} down`}
                aria-disabled={index === others.length - 1}
                onClick={() => move(row, 1)}
              >
                ↓
              </button>
              <button type="button" className={admin.plain} onClick={() => remove(row)}>
                Remove<span className="visually-hidden"> {nameOf(row)}</span>
              </button>
            </div>
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {moved}
      </p>
      <div>
        <button type="button" data-add className={admin.plain} aria-disabled={isFull} onClick={add}>
          Add a link
        </button>
        {isFull && ` There can be ${SETTING_LIMITS.links} links at most.`}
      </div>
    </fieldset>
  );
}
