import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './catalogue.js';

/** Returns the commands in the chapter "Your own shop" of docs/own-shop.md, line by line. */
export function ownShopCommands(): Record<'commands' | 'container', string[]> {
  const text = readFileSync(join(root, 'docs/own-shop.md'), 'utf8');
  const between = (mark: string): string[] =>
    new RegExp(`<!-- ${mark} -->\\s+\`\`\`sh\\n(.*?)\\n\`\`\`\\s+<!-- /${mark} -->`, 's')
      .exec(text)?.[1]
      ?.split('\n') ?? [];
  return { commands: between('commands'), container: between('container') };
}
