import type { Mailing } from '@longhand/contract/newsletter/newsletter';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { editorAddress } from '../document-editor/addresses.ts';
import { Button } from '../ui/button.tsx';
import { countOf, number } from '../words/counts.ts';
import { dateAndTime } from '../words/date-and-time.ts';
import { IN_FLIGHT, PROBLEMS } from '../words/newsletter.ts';
import styles from './mailing-item.module.css';
import { countsOf, isActive, MAILING_NAMES, progressOf } from './newsletter-words.ts';
import type { Mailings } from './use-mailings.ts';

type Props = { mailing: Mailing; list: Mailings };

export function MailingItem({ mailing, list }: Props) {
  const id = useId();
  const { timeZone } = useSite();
  // A mailing that ends while it is watched keeps its height so that nothing moves.
  const [wasActive, setWasActive] = useState(false);
  if (isActive(mailing) && !wasActive) setWasActive(true);
  const { state, title, post_id, created_at, ended_at } = mailing;
  return (
    <li aria-labelledby={id} className={styles.mailing} data-active={wasActive || undefined}>
      <h3 id={id} dir="auto">
        <Link to={editorAddress('post', post_id)}>{title}</Link>
      </h3>
      <p className={styles.state}>
        <b data-state={state}>{MAILING_NAMES[state]}</b>{' '}
        <time dateTime={ended_at ?? created_at}>
          {ended_at ? '' : 'since '}
          {dateAndTime(ended_at ?? created_at, timeZone)}
        </time>
      </p>
      {wasActive && (
        <progress aria-label={`Progress of ${title}`} value={progressOf(mailing)} max={1} />
      )}
      <dl>
        {countsOf(mailing, wasActive).map(([name, count]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {wasActive && <Buttons {...{ mailing, list }} />}
      <Troubles {...{ mailing, list, isRoomy: wasActive }} />
    </li>
  );
}

const CHANGES = { pause: 'Pause', resume: 'Resume', cancel: 'Cancel' } as const;

function Buttons({ mailing, list }: Props) {
  const button = (kind: keyof typeof CHANGES) => (
    <Button onClick={() => list.change(mailing, kind)}>
      {CHANGES[kind]}
      <span className="visually-hidden"> {mailing.title}</span>
    </Button>
  );
  return (
    <p className={styles.buttons}>
      {isActive(mailing) && (
        <>
          {button(mailing.state === 'sending' ? 'pause' : 'resume')}
          {button('cancel')}
        </>
      )}
    </p>
  );
}

/** The list scrolls by itself so that new lines move nothing below. */
function Troubles({ mailing, list, isRoomy }: Props & { isRoomy: boolean }) {
  const { state, problem, failed, failures, in_flight } = mailing;
  const isQuiet = problem === null && failed === 0 && in_flight.length === 0;
  if (!isRoomy && isQuiet) return null;
  return (
    <section
      className={styles.troubles}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys must be able to do
      tabIndex={0}
      aria-label={`What happened: ${mailing.title}`}
    >
      {list.hasFailed && state === 'sending' && <p>{PROBLEMS.unread}</p>}
      {problem !== null && (
        <p className={styles.problem}>
          {state === 'sending' ? PROBLEMS.sending : PROBLEMS.over} {problem}
        </p>
      )}
      {isQuiet && isRoomy && <p>No failures.</p>}
      {failed > 0 && (
        <>
          <p>{countOf(failed, 'address', 'addresses')} failed:</p>
          <ul>
            {failures.map(({ email, reason }) => (
              <li key={email}>
                <b>{email}</b> {reason}
              </li>
            ))}
            {failed > failures.length && <li>And {number(failed - failures.length)} more.</li>}
          </ul>
        </>
      )}
      {in_flight.length > 0 && <InFlight {...{ state, in_flight }} />}
    </section>
  );
}

function InFlight({ state, in_flight }: Pick<Mailing, 'state' | 'in_flight'>) {
  return (
    <>
      <p>
        In flight: {countOf(in_flight.length, 'address', 'addresses')}.{' '}
        {state === 'sending' ? IN_FLIGHT.sending : IN_FLIGHT.over}
      </p>
      <ul>
        {in_flight.map((email) => (
          <li key={email}>
            <b>{email}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
