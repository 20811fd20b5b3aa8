import { writeFileSync } from 'node:fs';
import { build } from 'esbuild';

/** Bundles and imports a module. */
async function bundled(file: string) {
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? '').toString('base64')}`);
}
const write = (file: string, schema: object): void => writeFileSync(file, JSON.stringify(schema, null, 2));

/** `npm run schemas`: writes the JSON Schemas of signed carts and events for their receivers. */
const { signedCartSchema } = await bundled('server/contract/signed-cart.ts');
write('docs/signed-cart.schema.json', signedCartSchema());
const { eventSchema } = await bundled('server/contract/events.ts');
write('docs/events.schema.json', eventSchema());
