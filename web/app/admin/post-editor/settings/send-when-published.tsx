import { POST_FIELDS } from '@longhand/contract/post-fields';
import { useId } from 'react';
import { Link } from 'react-router';
import admin from '../../ui/admin.module.css';
import { FieldNotes } from '../../ui/field-notes.tsx';
import type { Editor } from '../post-kind.ts';
import type { PlannedMailing } from '../publishing/use-planned-mailing.ts';

type Props = { editor: Editor; planned: PlannedMailing };

function hintOf({ to }: PlannedMailing): string {
  return to
    ? `It will be sent to ${to}.`
    : 'The post is sent to the subscribers, once, at its date.';
}

/** For a date ahead. */
export function SendWhenPublished({ editor: { form, change }, planned }: Props) {
  const id = useId();
  const cannot = planned.isMailSetUp === false;
  return (
    <div>
      <label className={admin.box}>
        <input
          type="checkbox"
          data-field="send_when_published"
          checked={form.send_when_published}
          disabled={cannot && !form.send_when_published}
          aria-describedby={`${id}-notes`}
          onChange={(event) => change({ send_when_published: event.target.checked })}
        />
        {POST_FIELDS.send_when_published.label}
      </label>
      <FieldNotes
        id={id}
        hint={
          cannot ? (
            <>
              Nothing can be sent: <Link to="/admin/newsletter">mail is not set up</Link>.
            </>
          ) : (
            hintOf(planned)
          )
        }
      />
    </div>
  );
}
