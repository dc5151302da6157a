import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectConsoleError } from '../../../component-tests/expected-errors.ts';
import { expectElement } from '../../../component-tests/locators.ts';
import { mountElement } from '../../../component-tests/mount-element.tsx';
import { SessionOverError } from '../api/request.ts';
import { useOneAtATime } from './use-one-at-a-time.ts';

const FAILURE = 'Failed to do it. Please try again.';

function Actions({ act }: { act: (key: string) => Promise<void> }) {
  const { run, busy } = useOneAtATime();
  return ['first', 'second'].map((key) => (
    <button
      key={key}
      type="button"
      aria-disabled={busy.has(key)}
      onClick={() => void run(FAILURE, () => act(key), key)}
    >
      {key}
    </button>
  ));
}

const button = (name: string) => page.getByRole('button', { name });

test('an action runs once until it has ended, and others run beside it', async () => {
  const started: string[] = [];
  let end = () => {};
  const act = (key: string) =>
    new Promise<void>((resolve) => {
      started.push(key);
      end = resolve;
    });
  mountElement(<Actions act={act} />);
  await button('first').click();
  await expectElement(button('first')).toHaveAttribute('aria-disabled', 'true');
  await button('first').click({ force: true });
  expect(started).toEqual(['first']);
  end();
  await expectElement(button('first')).toHaveAttribute('aria-disabled', 'false');
  await button('first').click();
  await button('second').click();
  expect(started).toEqual(['first', 'first', 'second']);
});

test('an action that fails says so, and can be tried again', async () => {
  expectConsoleError(/No connection/);
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const act = vi.fn().mockRejectedValueOnce(new Error('No connection')).mockResolvedValueOnce(null);
  mountElement(<Actions act={act} />);
  await button('first').click();
  await expect.poll(() => alert.mock.calls).toEqual([[FAILURE]]);
  await button('first').click();
  await expect.poll(() => act.mock.calls.length).toBe(2);
  expect(alert).toHaveBeenCalledTimes(1);
});

test('a session that is over is said by the login page, and by no alert', async () => {
  const alert = vi.spyOn(window, 'alert').mockReturnValue();
  const act = vi.fn().mockRejectedValue(new SessionOverError('GET /admin/posts'));
  mountElement(<Actions act={act} />);
  await button('first').click();
  await expectElement(button('first')).toHaveAttribute('aria-disabled', 'false');
  expect(act).toHaveBeenCalledTimes(1);
  expect(alert).not.toHaveBeenCalled();
});
