import shapes from './fit-shapes.json' with { type: 'json' };

interface Shape {
  d: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: string;
  strokeDasharray?: string;
}

/** Colours of the fit marks; their shapes say the same. */
export const fitTones = {
  fits: 'tone-ok',
  conditional: 'tone-warn',
  no: 'tone-bad',
  universal: 'soft',
  unknown: 'soft',
} as const;

/** Shapes of the fit marks on a 20 × 20 sheet; they differ in form before colour. Scripts draw them too. */
export const fitShapes: Readonly<Record<keyof typeof fitTones, readonly Shape[]>> = shapes;
