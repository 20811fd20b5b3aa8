import type { ReactNode } from 'react';
import './own-place.css';

interface Props {
  /** Content that the loader inserts here, with the vehicle that the device keeps (D27). */
  own: ReactNode;
  /** Content for everybody, as large as the other, so that nothing moves. */
  children: ReactNode;
}

/** Place for content about the kept vehicle, which shared pages must not contain. */
export function OwnPlace({ own, children }: Props) {
  return (
    <div className="own-place">
      {own && <template data-own="">{own}</template>}
      {children}
    </div>
  );
}

interface LinkProps {
  /** Address and text with placeholders for the vehicle. */
  href: string;
  text: string;
  className?: string;
}

/** Link to the same page for the kept vehicle. */
export function OwnLink({ href, text, className = 'button filled own-link space-above' }: LinkProps) {
  // biome-ignore lint/a11y/useAnchorContent: the loader gives it its text.
  // biome-ignore lint/a11y/useValidAnchor: and its address.
  return <a className={className} data-href={href} data-slot={text} />;
}
