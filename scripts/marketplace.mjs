/** `npm run marketplace`: the marketplace on its own, for web tiers that name it in MARKETPLACE_URL. */
import { at, buildIfStale, install, runtime, serve } from './lib-run.mjs';

await install();
await buildIfStale();
serve(runtime(), ['--enable-source-maps', at('dist/marketplace.js'), ...process.argv.slice(2)], {
  NODE_ENV: 'production',
});
