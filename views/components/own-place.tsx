import type { ReactNode } from 'react';
import './own-place.css';

interface Props {
  /** Content that the loader inserts here, with the vehicle that the device keeps (D27). */
  own: ReactNode;
  /** Content for everybody. It keeps its room, so that nothing moves. */
  children: ReactNode;
}

/** A place for something about the kept vehicle, which stays out of the HTML of pages that everybody shares. */
export function OwnPlace({ own, children }: Props) {
  return (
    <div className="own-place">
      {own && <template data-own="">{own}</template>}
      {children}
    </div>
  );
}

interface LinkProps {
  /** With places for the vehicle, as the text. */
  href: string;
  text: string;
  className?: string;
}

/** The one tap that takes the kept vehicle along. */
export function OwnLink({ href, text, className = 'button filled own-link space-above' }: LinkProps) {
  // biome-ignore lint/a11y/useAnchorContent: the loader gives it its text.
  // biome-ignore lint/a11y/useValidAnchor: and its address.
  return <a className={className} data-href={href} data-slot={text} />;
}
