/**
 * `npm run demo | import | report | backup | restore | upgrade | validate | withdrawals | feeds`: runs the built
 * program with the parameters. A running shop switches to a new catalogue by itself.
 */
import { at, buildIfStale, run } from './lib-run.ts';

const [name, ...parameters] = process.argv.slice(2);
await buildIfStale();
await run([at(`dist/${name}.js`), ...parameters]);
