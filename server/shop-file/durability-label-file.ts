import { type SvgDrawing, SvgError } from './svg-file.js';

/** What may be set in the label of Annex II to Regulation (EU) 2025/1960; everything else stays as it is. */
export const labelPlaces = ['years', 'producer', 'model'] as const;

/**
 * The operator's file of the label, with `{years}`, `{producer}` and `{model}` once each where those stand.
 * @throws SvgError
 */
export function checkedLabel(drawing: SvgDrawing): SvgDrawing {
  const text = drawing.bytes.toString('utf8');
  for (const place of labelPlaces) {
    const times = text.split(`{${place}}`).length - 1;
    if (times !== 1)
      throw new SvgError(`has {${place}} ${times} times; it belongs there once, where the label shows it`);
  }
  return drawing;
}
