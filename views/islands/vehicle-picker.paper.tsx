import { type KeyboardEvent, useRef } from 'react';
import type { KeysTexts } from './vehicle-picker.props.js';

/**
 * Shows where HSN and TSN are printed. A press or a key opens it, and only another press or Escape closes it (WCAG
 * 1.4.13). It reserves its own room, so that it covers no field.
 *
 * @param paper address of the drawing, which loads when it opens
 */
export function PaperHelp({ texts, paper }: { texts: KeysTexts; paper: string | null }) {
  const details = useRef<HTMLDetailsElement>(null);
  function dismiss(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !details.current?.open) return;
    event.stopPropagation();
    details.current.open = false;
    if (details.current.contains(document.activeElement)) details.current.querySelector('summary')?.focus();
  }
  return (
    <details ref={details} className="paper-help" onKeyDown={dismiss}>
      <summary>{texts.help}</summary>
      <img
        className="paper-drawing"
        src={paper ?? undefined}
        width={340}
        height={104}
        loading="lazy"
        alt={texts.drawing}
      />
      <p>{texts.about}</p>
    </details>
  );
}
