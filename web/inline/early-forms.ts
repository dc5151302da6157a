/** Scripts take less on a slow line; after that a press without an answer seems lost. */
const LONGEST_HOLD_MS = 8_000;

/**
 * Lets the forms react before React does: a chosen topic opens its list, and a form that React
 * answers in place keeps its submission until then. When React takes over, the signal ends this.
 */
export function watchForms(signal: AbortSignal): void {
  addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLSelectElement) target.form?.requestSubmit();
    },
    { signal },
  );
  // The event is captured, because React stops events that it cannot handle yet while it hydrates.
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if (form.dataset.hold === undefined) return;
      event.preventDefault();
      form.dataset.held = '';
      form.querySelector('button')?.setCustomValidity('');
      // A form with a message could not be sent without React.
      if (form.dataset.hold === '') setTimeout(reportHeldForms, LONGEST_HOLD_MS);
    },
    true,
  );
  // The browser restores what was typed, but the list is that of the address.
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) document.querySelector<HTMLFormElement>('search form')?.reset();
    },
    { signal },
  );
}

/**
 * The scripts could not be loaded, or not in time: each form whose submission was kept is sent as it is, or says so if
 * only React could have handled it.
 */
export function reportHeldForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-held]')) {
    delete form.dataset.held;
    const button = form.querySelector('button');
    button?.setCustomValidity(form.dataset.hold ?? '');
    // Without a message the form can be sent.
    if (button?.reportValidity()) form.submit();
  }
}
