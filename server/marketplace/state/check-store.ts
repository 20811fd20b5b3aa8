import { damageOf } from './store-damage.js';

/**
 * `node check-store.js FILE`: prints the damage of a SQLite file, or `ok`. It is a program of its own because each start
 * of a shop and each hour needs it. The operator's commands take four times as long to load.
 */
const [file = ''] = process.argv.slice(2);
console.log(damageOf(file, true) ?? 'ok');
