/**
 * Lets the forms react before React does: a chosen topic opens its list, and a form that only React
 * can handle keeps its submission until then.
 */
export function watchForms(): void {
  // Captured: while React hydrates, it stops events that it cannot handle yet.
  addEventListener(
    'change',
    ({ target }) => {
      const { scripts } = document.documentElement.dataset;
      if (!scripts && target instanceof HTMLSelectElement) target.form?.requestSubmit();
    },
    true,
  );
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
  addEventListener('pageshow', ({ persisted }) => {
    const { scripts } = document.documentElement.dataset;
    if (persisted && !scripts) document.querySelector<HTMLFormElement>('search form')?.reset();
  });
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
