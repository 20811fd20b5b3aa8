/** The word mark; a shop of another name is written out. */
export function Logo({ name }: { name: string }) {
  if (name !== 'Partavo') return <b>{name}</b>;
  return (
    <svg viewBox="0 0 128 26" role="img" aria-label={name}>
      <path d="M2.5 24V3.5H10a5.8 5.8 0 0 1 0 11.6H2.5M18 24l8-20.5L34 24M40.5 24V3.5H48a5.6 5.6 0 0 1 0 11.2h-7.5M47 14.7 54 24M57 3.5h16M65 3.5V24M74 24l8-20.5L90 24M88.5 2.5l8 20.5 8-20.5" />
      <circle cx="116" cy="13.5" r="9.7" />
      <circle cx="116" cy="13.5" r="2" fill="currentColor" stroke="none" />
    </svg>
  );
}
