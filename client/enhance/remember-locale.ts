/** Remembers the edition that the visitor switches to, for a year (D3, D60). */
export function rememberLocale(event: Event): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[hreflang]');
  if (link) document.cookie = `locale=${link.hreflang};path=/;max-age=31536000;samesite=lax`;
}
