/** Below this width the filters are a sheet over the page (specification 9). */
const narrow = '(max-width: 1024px)';

/** Returns all elements outside an element and its ancestors. */
function beside(element: HTMLElement): HTMLElement[] {
  const others: HTMLElement[] = [];
  for (let own: HTMLElement = element; own.parentElement && own !== document.body; own = own.parentElement) {
    for (const other of own.parentElement.children)
      if (other !== own && other instanceof HTMLElement && other.localName !== 'script') others.push(other);
  }
  return others;
}

/** Closes the sheet in its own entry of the history, so that Back never opens it. */
export function leaveSheet(id: string): void {
  if (location.hash === `#${id}`) location.replace('#liste');
}

/** Turns the open sheet into a dialog: all else is inert, and Escape closes it. @returns a function that undoes that */
export function holdSheet(sheet: HTMLElement): () => void {
  const dialog = { role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': `${sheet.id}-title` };
  let closed: HTMLElement[] = [];
  const isOpen = (): boolean => location.hash === `#${sheet.id}` && matchMedia(narrow).matches;
  function update(): void {
    for (const other of closed) other.inert = false;
    closed = isOpen() ? beside(sheet).filter((other) => !other.inert) : [];
    for (const other of closed) other.inert = true;
    if (closed.length > 0) {
      for (const [name, value] of Object.entries(dialog)) sheet.setAttribute(name, value);
    } else for (const name of Object.keys(dialog)) sheet.removeAttribute(name);
  }
  function close(): void {
    leaveSheet(sheet.id);
    update();
    document.querySelector<HTMLElement>(`a[href$="#${sheet.id}"]`)?.focus();
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isOpen()) close();
  }
  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element && event.target.closest('[data-close]');
    if (!link) return;
    event.preventDefault();
    close();
  }
  update();
  const wide = matchMedia(narrow);
  addEventListener('hashchange', update);
  wide.addEventListener('change', update);
  sheet.addEventListener('keydown', onKey);
  sheet.addEventListener('click', onClick);
  return () => {
    removeEventListener('hashchange', update);
    wide.removeEventListener('change', update);
    sheet.removeEventListener('keydown', onKey);
    sheet.removeEventListener('click', onClick);
    for (const other of closed) other.inert = false;
  };
}
