/**
 * `npm run demo | import | report | backup | restore | upgrade | validate | withdrawals | feeds`: runs the built
 * program of this name with what follows. A running shop changes over to the catalogue that one of them makes by
 * itself.
 */
import { at, buildIfStale, run } from './lib-run.ts';

const [name, ...parameters] = process.argv.slice(2);
await buildIfStale();
await run([at(`dist/${name}.js`), ...parameters]);
