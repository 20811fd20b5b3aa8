import type { Row } from '../../marketplace/program/data-table.js';

/** Attributes of a leaf's parts that differ from those of the drawing. */
export interface LeafAttributes {
  /** The keys of the drawing that make sense; null for all. */
  readonly keys: readonly string[] | null;
  /** Values that all its parts share. */
  readonly values: Readonly<Record<string, string>>;
  /** Bounds of sizes that are much larger or smaller than in the drawing. */
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
}
export const drawnAttributes: LeafAttributes = { keys: null, values: {}, ranges: {} };

/**
 * Reads keys with spaces between: `*` for all, `-` for none, `carbon=yes` for a value, `height=300..400` for bounds.
 */
export function readLeafAttributes(row: Row): LeafAttributes {
  const text = row.text('attributes');
  if (text === '') return drawnAttributes;
  const entries = text === '-' ? [] : text.split(' ').map((entry) => entry.split('='));
  const values: Record<string, string> = {};
  const ranges: Record<string, readonly [number, number]> = {};
  for (const [key = '', value] of entries) {
    const [, least, most] = /^([\d.]+?)\.\.([\d.]+)$/.exec(value ?? '') ?? [];
    if (least !== undefined) ranges[key] = [Number(least), Number(most)];
    else if (value !== undefined) values[key] = value;
  }
  return { keys: text.startsWith('*') ? null : entries.map(([key = '']) => key), values, ranges };
}
