import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './catalogue.js';

const built: Record<string, string> = JSON.parse(readFileSync(join(root, 'dist/class-names.json'), 'utf8'));

function shortOf(name: string): string {
  const short = built[name];
  if (short === undefined) throw new Error(`no style sheet has the class ${name}`);
  return short;
}

/**
 * Classes, as the HTML of the built shop holds them: tests name them as the sources do, and the build shortens them
 * (P81).
 */
export const classes = (names: string): string => names.split(' ').map(shortOf).join(' ');

/** A selector for the built shop. */
export const css = (selector: string): string =>
  selector.replace(/\[[^\]]*\]|\.([a-z][\w-]*)/g, (text, name) => (name ? `.${shortOf(name)}` : text));
