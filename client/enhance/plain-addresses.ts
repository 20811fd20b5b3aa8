/** Opens the address of a form without fields: browsers would append a `?` to it (D9). */
export function openPlainAddresses(): void {
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const { submitter } = event;
    if (event.defaultPrevented || form.method !== 'get' || [...new FormData(form, submitter)].length > 0) return;
    event.preventDefault();
    location.assign(submitter?.getAttribute('formaction') ?? form.action);
  });
}
