import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyBuild } from './build.js';
import { root } from './catalogue.js';
import { type Shop, startShop } from './shop.js';

/** Lengthens words of three letters or more by 40 %. Placeholders such as `{{amount}}` stay. */
export const stretch = (text: string): string =>
  text.replace(/\{\{.*?\}\}|\p{L}{3,}/gu, (word) =>
    word.startsWith('{{') ? word : word + word.slice(0, Math.ceil(word.length * 0.4)).toLowerCase(),
  );

type Texts = { [key: string]: string | Texts };
const stretched = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? stretch(text) : stretched(text)]),
  );

/** Starts the built shop with all texts lengthened, so that longer languages will fit. */
export async function startStretchedShop(): Promise<Shop> {
  const { folder, program, forget } = copyBuild();
  const languages = readdirSync(join(root, 'locales'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: language } of languages) {
    for (const name of readdirSync(join(root, 'locales', language)).filter((file) => file.endsWith('.json'))) {
      const texts = JSON.parse(readFileSync(join(root, 'locales', language, name), 'utf8'));
      writeFileSync(join(folder, 'dist/locales', language, name), JSON.stringify(stretched(texts)));
    }
  }
  const shop = await startShop({}, undefined, { program });
  return {
    ...shop,
    async stop() {
      await shop.stop();
      forget();
    },
  };
}
