import { z } from 'zod';
import { namedValues } from './shop-file-content.js';
// The colours of `views/layout/tokens.css`. Missing colours of the dark scheme are those of the light one.
import usualColours from './usual-colours.json' with { type: 'json' };

export type ColourName = keyof typeof usualColours.light;
const names = Object.keys(usualColours.light) as ColourName[];
type Palette = Readonly<Record<ColourName, string>>;
export const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];
export type Palettes = Readonly<Record<Scheme, Palette>>;

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #0a58ca');
const some = namedValues(names, colour);
export const coloursSchema = z.strictObject({ light: some.default({}), dark: some.default({}) });
export type ColourSettings = z.output<typeof coloursSchema>;

/** All colours of both schemes. A colour that only the light scheme has is the same in the dark one. */
export function palettesOf({ light, dark }: ColourSettings): Palettes {
  const day = { ...usualColours.light, ...light };
  return { light: day, dark: { ...day, ...usualColours.dark, ...dark } };
}

/** Colours of texts and their backgrounds, which need 4.5 to 1 (WCAG 2.2, 1.4.3). */
export const textPairs: readonly (readonly [text: ColourName, ground: ColourName])[] = [
  ...(['ink', 'soft', 'ok', 'warn', 'bad'] as const).flatMap((text) =>
    (['paper', 'wash'] as const).map((ground) => [text, ground] as const),
  ),
  ['ink', 'tint'],
  ['paper', 'ink'],
  ['on-signal', 'signal'],
  ['on-signal', 'signal-d'],
];
/** Borders of controls, the focus ring and the lines of drawings, which need 3 to 1 (WCAG 2.2, 1.4.11). */
const linePairs: typeof textPairs = (['edge', 'focus'] as const).flatMap((line) =>
  (['paper', 'wash'] as const).map((ground) => [line, ground] as const),
);

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
/** Contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: string, other: string): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

interface WeakPair {
  scheme: Scheme;
  /** The colour of the pair that the operator should change. */
  name: ColourName;
  message: string;
}

/** Pairs of colours with too little contrast. */
export function weakPairs(settings: ColourSettings): WeakPair[] {
  const palettes = palettesOf(settings);
  return schemes.flatMap((scheme) => {
    const palette = palettes[scheme];
    const weak = (pairs: typeof textPairs, least: number): WeakPair[] =>
      pairs.flatMap(([front, ground]) => {
        const ratio = contrast(palette[front], palette[ground]);
        if (ratio >= least) return [];
        const name = settings[scheme][front] === undefined && settings[scheme][ground] !== undefined ? ground : front;
        const rounded = (Math.floor(ratio * 100) / 100).toFixed(2);
        const message = `${front} (${palette[front]}) on ${ground} (${palette[ground]}) has a contrast of ${rounded} to 1 and needs ${least}`;
        return [{ scheme, name, message }];
      });
    return [...weak(textPairs, 4.5), ...weak(linePairs, 3)];
  });
}

/** CSS with the changed colours of the file; empty for none. */
export function coloursCss(settings: ColourSettings): string {
  const palettes = palettesOf(settings);
  const usual = palettesOf({ light: {}, dark: {} });
  return schemes
    .map((scheme) => {
      const changed = names.filter((name) => palettes[scheme][name] !== usual[scheme][name]);
      const rules = changed.map((name) => `--${name}:${palettes[scheme][name].toLowerCase()}`).join(';');
      return rules && `@media(prefers-color-scheme:${scheme}){:root{${rules}}}`;
    })
    .join('');
}
