import { drawnKind } from './kinds.js';
import type { Attributes } from './parameters.js';
import { Sheet } from './strokes.js';

/** Pixels of a finished photograph. */
const size = { width: 960, height: 720 };

/** Grey sweep behind the part. */
const backdrop =
  '<radialGradient id="b" cx=".5" cy=".42" r=".8"><stop offset="0" stop-color="#fbfbfa"/><stop offset=".6" stop-color="#ecedec"/><stop offset="1" stop-color="#c9cccd"/></radialGradient>';
/** A lamp at the upper left, the grain of cast metal, and the shadow on the table. */
const light = `<filter id="m" x="-10%" y="-10%" width="130%" height="130%">
<feGaussianBlur in="SourceAlpha" stdDeviation=".9" result="height"/>
<feSpecularLighting in="height" surfaceScale="2.2" specularConstant=".55" specularExponent="18" lighting-color="#fff" result="gloss"><feDistantLight azimuth="235" elevation="48"/></feSpecularLighting>
<feComposite in="gloss" in2="SourceAlpha" operator="in" result="glossInside"/>
<feComposite in="SourceGraphic" in2="glossInside" operator="arithmetic" k1="0" k2="1" k3=".7" k4="0" result="lit"/>
<feTurbulence type="fractalNoise" baseFrequency="1.1" numOctaves="2" seed="4" result="noise"/>
<feColorMatrix in="noise" values="0 0 0 0 .5 0 0 0 0 .5 0 0 0 0 .5 0 0 0 .22 0" result="grain"/>
<feComposite in="grain" in2="SourceAlpha" operator="in" result="grainInside"/>
<feGaussianBlur in="SourceAlpha" stdDeviation="3.2" result="soft"/><feOffset in="soft" dx="2" dy="4.5" result="moved"/>
<feColorMatrix in="moved" values="0 0 0 0 .1 0 0 0 0 .11 0 0 0 0 .12 0 0 0 .42 0" result="shadow"/>
<feMerge><feMergeNode in="shadow"/><feMergeNode in="lit"/><feMergeNode in="grainInside"/></feMerge></filter>`;
const centreLine = /<path stroke-width="\.75" stroke-dasharray="9 2 2 2" [^>]*>/g;

/**
 * Renders a part as a JPEG: its drawing cast in metal, lit from one side, on a table. In a demonstration it replaces
 * the photographs of merchants. The same attributes give the same picture.
 */
export async function photographOf(kind: string, attributes: Attributes): Promise<Uint8Array<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const part = drawnKind(kind)
    .render(attributes, new Sheet(false, false))
    .toString()
    .replace(centreLine, '')
    // The renderer does not know CSS variables.
    .replaceAll('var(--tint)', '#6f777c')
    .replaceAll('var(--paper)', '#aab0b4');
  const pen =
    'fill="#8d9498" fill-rule="evenodd" stroke="currentColor" stroke-width=".7" stroke-linejoin="round" stroke-linecap="round"';
  const camera = 'translate(100 75)rotate(-7)skewX(-5)scale(.93)translate(-100 -75)';
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 200 150" color="#22262a"><defs>${backdrop}${light}</defs><rect width="200" height="150" fill="url(#b)"/><g filter="url(#m)"><g transform="${camera}" ${pen} font-size="7">${part}</g></g></svg>`;
  return new Uint8Array(await sharp(Buffer.from(scene)).jpeg({ quality: 88 }).toBuffer());
}
