/**
 * Lets the forms react before React does: a chosen topic opens its list, and a form that only React
 * can handle keeps its submission until then. The signal ends what React does from then on.
 */
export function watchForms(signal: AbortSignal): void {
  addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLSelectElement) target.form?.requestSubmit();
    },
    { signal },
  );
  // Captured: while React hydrates, it stops events that it cannot handle yet.
  addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      if (form.dataset.hold === undefined) return;
      event.preventDefault();
      form.dataset.held = '';
      form.querySelector('button')?.setCustomValidity('');
    },
    true,
  );
  // The list is that of the address, and so has to be the form.
  addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (persisted) document.querySelector<HTMLFormElement>('search form')?.reset();
    },
    { signal },
  );
}

/** Says at each form whose submission was kept that the scripts for it could not be loaded. */
export function reportHeldForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-held]')) {
    delete form.dataset.held;
    const button = form.querySelector('button');
    button?.setCustomValidity(form.dataset.hold ?? '');
    button?.reportValidity();
  }
}
