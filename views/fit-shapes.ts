interface Shape {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: string;
  strokeDasharray?: string;
}

/** Colours of the fit marks, whose shapes mean the same. */
export const fitTones = {
  fits: 'tone-ok',
  conditional: 'tone-warn',
  no: 'tone-bad',
  universal: 'soft',
  unknown: 'soft',
} as const;

/** Shapes of the fit marks on a 20 × 20 sheet, different without colour too. Scripts draw them as well. */
export const fitShapes: Readonly<Record<'fits' | 'conditional' | 'no' | 'universal' | 'unknown', readonly Shape[]>> = {
  fits: [
    { fill: 'currentColor', d: 'M1 1h18v18H1z' },
    { stroke: 'var(--paper)', strokeWidth: '2.4', d: 'm5 10.5 3.5 3.5L15 6.5' },
  ],
  conditional: [
    { d: 'M1 1h18v18H1z' },
    { fill: 'currentColor', stroke: 'none', d: 'M1 1h18L1 19z' },
    { stroke: 'var(--paper)', strokeWidth: '2', d: 'M6.5 4v4.5M6.5 11v.2' },
  ],
  no: [{ strokeWidth: '2', d: 'M1 1h18v18H1zM6 6l8 8M14 6l-8 8' }],
  universal: [{ d: 'M1 1h18v18H1zM5 7.5h9.5L12 5M15 12.5H5.5L8 15' }],
  unknown: [
    { strokeDasharray: '3 2.6', d: 'M1 1h18v18H1z' },
    { strokeWidth: '1.8', d: 'M7.5 7.5q0-2.5 2.5-2.5t2.5 2.2q0 1.8-2.5 3.3v1.3M10 14.8v.2' },
  ],
};
