/** `npm run marketplace`: the marketplace on its own, for web tiers that name it in MARKETPLACE_URL. */
import { at, buildIfStale, serve } from './lib-run.ts';

await buildIfStale();
await serve([at('dist/marketplace.js'), ...process.argv.slice(2)]);
