import { SETTING_LIMITS } from '@longhand/contract/site/site-defaults';
import { type RefObject, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, PlainButton } from '../ui/button.tsx';
import fieldStyles from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { LabelledInput } from '../ui/fields/labelled-input.tsx';
import { HINTS, OWN_LINKS_UNUSED } from '../words/settings.ts';
import styles from './setting-fields.module.css';
import { addLink, isKnown, type LinkRow, moveLink } from './settings-form.ts';
import type { Settings } from './use-settings.ts';

function nameOfLink({ label }: LinkRow): string {
  return label.trim() || 'this link';
}

/** Finds a row by `data-row`, and the button that adds one by `data-add`. */
function useLinkRows(settings: Settings, list: RefObject<HTMLElement | null>) {
  const [moved, setMoved] = useState('');
  const { links } = settings.form;
  const others = links.filter((row) => !isKnown(row));

  function changeAndFocus(next: readonly LinkRow[], selector: string): void {
    // The element that gets the focus may not be rendered yet.
    flushSync(() => settings.change({ links: next }));
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }

  return {
    others,
    moved,
    add(): void {
      const next = addLink(links);
      changeAndFocus(next, `[data-row="${next.at(-1)?.key}"] input`);
    },
    remove(row: LinkRow): void {
      const after = others[others.indexOf(row) + 1];
      const next = links.filter(({ key }) => key !== row.key);
      changeAndFocus(next, after ? `[data-row="${after.key}"] input` : '[data-add]');
    },
    move(row: LinkRow, by: -1 | 1): void {
      const next = moveLink(links, row.key, by);
      if (next === links) return;
      settings.change({ links: next });
      setMoved(`${nameOfLink(row)}: now ${others.indexOf(row) + by + 1} of ${others.length}.`);
    },
  };
}

type LinkRows = ReturnType<typeof useLinkRows>;

type LinkFieldProps = { settings: Settings; row: LinkRow; part: 'label' | 'url'; label: string };

function LinkField({ settings, row, part, label }: LinkFieldProps) {
  const path = `links.${row.key}.${part}`;
  function change(value: string): void {
    const links = settings.form.links.map((link) =>
      link.key === row.key ? { ...link, [part]: value } : link,
    );
    settings.change({ links }, 'links', path);
  }

  return (
    <LabelledInput
      label={label}
      dir="auto"
      {...(part === 'url' && {
        inputMode: 'url',
        autoCapitalize: 'none',
        spellCheck: false,
        placeholder: 'https://',
      })}
      value={row[part]}
      errors={settings.errors[path]}
      onChange={(event) => change(event.target.value)}
    />
  );
}

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
        hint={locked ? `${locked}. ${OWN_LINKS_UNUSED}` : HINTS.links}
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
      {/* Not disabled at the ends of the list, because it would lose the focus. */}
      <Button
        aria-label={`Move ${name} up`}
        aria-disabled={index === 0}
        onClick={() => rows.move(row, -1)}
      >
        ↑
      </Button>
      <Button
        aria-label={`Move ${name} down`}
        aria-disabled={index === rows.others.length - 1}
        onClick={() => rows.move(row, 1)}
      >
        ↓
      </Button>
      <PlainButton onClick={() => rows.remove(row)}>
        Remove<span className="visually-hidden"> {name}</span>
      </PlainButton>
    </div>
  );
}

function AddLink({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <div>
      <PlainButton data-add aria-disabled={isFull} onClick={() => !isFull && onAdd()}>
        Add a link
      </PlainButton>
      {isFull && ` You can have at most ${SETTING_LIMITS.links} links.`}
    </div>
  );
}
