import { SETTING_LIMITS } from '@longhand/contract/site-defaults';
import { useId, useRef } from 'react';
import admin from '../ui/admin.module.css';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { LinkField } from './link-field.tsx';
import styles from './links-setting.module.css';
import { isKnown } from './settings-form.ts';
import { type LinkRows, nameOfLink, useLinkRows } from './use-link-rows.ts';
import type { Settings } from './use-settings.ts';

const LOCKED = 'So all links come from there; those that were saved here are kept';

export function LinksSetting({ settings }: { settings: Settings }) {
  const id = useId();
  const list = useRef<HTMLFieldSetElement>(null);
  const rows = useLinkRows(settings, list);
  const { links } = settings.form;
  const locked = settings.lockedHint('links');
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
        hint={
          locked
            ? `${locked}. ${LOCKED}`
            : 'In the footer and on the contact page. One without an address is hidden'
        }
        errors={settings.errors.links}
      />
      <div className={styles.known}>
        {links.filter(isKnown).map((row) => (
          <LinkField key={row.key} settings={settings} row={row} part="url" label={row.label} />
        ))}
      </div>
      <ol className={styles.others}>
        {rows.others.map((row, index) => (
          <li key={row.key} data-row={row.key}>
            <LinkField settings={settings} row={row} part="label" label="Label" />
            <LinkField settings={settings} row={row} part="url" label="Address" />
            {!locked && <Actions rows={rows} index={index} />}
          </li>
        ))}
      </ol>
      {!locked && <AddLink isFull={links.length >= SETTING_LIMITS.links} onAdd={rows.add} />}
      <p role="status" className="visually-hidden">
        {rows.moved}
      </p>
    </fieldset>
  );
}

function Actions({ rows, index }: { rows: LinkRows; index: number }) {
  const row = rows.others[index];
  if (!row) return null;
  const name = nameOfLink(row);
  return (
    <div className={styles.actions}>
      {/* Not disabled at the ends: the focus stays. */}
      <button
        type="button"
        aria-label={`Move ${name} up`}
        aria-disabled={index === 0}
        onClick={() => rows.move(row, -1)}
      >
        ↑
      </button>
      <button
        type="button"
        aria-label={`Move ${name} down`}
        aria-disabled={index === rows.others.length - 1}
        onClick={() => rows.move(row, 1)}
      >
        ↓
      </button>
      <button type="button" className={admin.plain} onClick={() => rows.remove(row)}>
        Remove<span className="visually-hidden"> {name}</span>
      </button>
    </div>
  );
}

function AddLink({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <div>
      <button
        type="button"
        data-add
        className={admin.plain}
        aria-disabled={isFull}
        onClick={() => !isFull && onAdd()}
      >
        Add a link
      </button>
      {isFull && ` You can have at most ${SETTING_LIMITS.links} links.`}
    </div>
  );
}
