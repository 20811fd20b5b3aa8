/**
 * The only script of the page that slows robots down. It solves the form's proof of work, so that a person need not
 * wait (D12). Without script, or where an unencrypted page may not hash, the form works after five seconds.
 */

/** Hashes computed between two pauses, so that the page stays responsive. */
const batch = 256;
const form = document.querySelector<HTMLFormElement>('form[data-difficulty-bits]');
const field = (name: string): HTMLInputElement => form?.elements.namedItem(name) as HTMLInputElement;

/** Finds the first number whose hash begins with this many zero bits. */
async function solve(token: string, bits: number): Promise<number> {
  const text = new TextEncoder();
  const isHit = async (number: number): Promise<boolean> => {
    const hash = await crypto.subtle.digest('SHA-256', text.encode(`${token}.${number}`));
    return new DataView(hash).getUint32(0) >>> (32 - bits) === 0;
  };
  for (let first = 0; ; first += batch) {
    const hits = await Promise.all(Array.from({ length: batch }, (_, index) => isHit(first + index)));
    const hit = hits.indexOf(true);
    if (hit >= 0) return first + hit;
  }
}

if (form && window.isSecureContext) {
  const button = form.querySelector('button');
  const status = form.querySelector('output');
  const solving = solve(field('wait').value, Number(form.dataset.difficultyBits)).then((number) => {
    field('solution').value = String(number);
  });
  form.addEventListener('submit', (event) => {
    if (field('solution').value !== '') return;
    event.preventDefault();
    if (button?.getAttribute('aria-busy') === 'true') return;
    button?.setAttribute('aria-busy', 'true');
    if (status) status.textContent = status.dataset.busy ?? '';
    // Submits the form with or without a solution: the server decides.
    const send = (): void => form.submit();
    solving.then(send, send);
  });
}
