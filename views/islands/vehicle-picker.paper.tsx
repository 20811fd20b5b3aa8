import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import type { KeysTexts } from './vehicle-picker.props.js';

/** Two rows of the paper as drawn here: where lines run, and which field stands where. */
const fields: readonly [name: string, x: number, y: number, value: string][] = [
  ['B', 8, 12, '14.09.2014'],
  ['J', 8, 52, 'M1'],
  ['E', 122, 52, 'WVWZZZAUZEW'],
  ['3', 300, 52, '4'],
];

/** Our own drawing of the upper edge of the Zulassungsbescheinigung Teil I, fields 2.1 and 2.2 marked. */
function Paper({ label }: { label: string }): ReactNode {
  return (
    <svg className="vk-p" viewBox="0 0 340 104" role="img" aria-label={label}>
      <path className="t" d="M114 2h72v40h-72zM186 2h152v40H186z" />
      <path d="M2 2h336v100H2zM2 42h336M114 2v100M186 2v40M292 42v60" />
      <path className="f" d="M2 82h336M202 37.500h30" />
      <path className="m" d="M114 2h72v40h-72zM186 2h152v40H186z" />
      {fields.map(([name, x, y, value]) => (
        <g key={name}>
          <text className="n" x={x} y={y}>
            {name}
          </text>
          <text x={x + 12} y={y + 18}>
            {value}
          </text>
        </g>
      ))}
      <text className="n" x="120" y="12">
        2.1
      </text>
      <text className="k" x="130" y="33">
        0603
      </text>
      <text className="n" x="192" y="12">
        2.2
      </text>
      <text className="k" x="202" y="33">
        BGU
      </text>
      <text x="240" y="33">
        000 123
      </text>
    </svg>
  );
}

/**
 * Where HSN and TSN stand, opened by a press or a key and left open until it is dismissed: again by a press, or by
 * Escape without moving the pointer (WCAG 1.4.13). It takes room of its own, so that it covers no field.
 */
export function PaperHelp({ texts }: { texts: KeysTexts }): ReactNode {
  const details = useRef<HTMLDetailsElement>(null);
  function dismiss(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !details.current?.open) return;
    event.stopPropagation();
    details.current.open = false;
    if (details.current.contains(document.activeElement)) details.current.querySelector('summary')?.focus();
  }
  return (
    <details ref={details} className="vk-h" onKeyDown={dismiss}>
      <summary>{texts.help}</summary>
      <Paper label={texts.drawing} />
      <p>{texts.about}</p>
    </details>
  );
}
