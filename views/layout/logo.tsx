import type { LogoPicture } from '../context.js';

/** The word mark, the operator's picture, or the shop's name as text. */
export function Logo({ name, picture }: { name: string; picture: LogoPicture | null }) {
  if (picture) return <img className="logo-picture" {...picture} alt={name} />;
  if (name !== 'Partavo') return <b>{name}</b>;
  return (
    <svg viewBox="0 0 128 26" role="img" aria-label={name}>
      <path d="M2 24V4h8a6 6 0 0 1 0 12H2M18 24l8-20 8 20M40 24V4h8a6 6 0 0 1 0 12h-8M47 16l7 8M57 4h16M65 4v20M74 24l8-20 8 20M88 4l8 20 8-20" />
      <circle cx="116" cy="14" r="10" />
      <circle cx="116" cy="14" r="2" fill="currentColor" stroke="none" />
    </svg>
  );
}
