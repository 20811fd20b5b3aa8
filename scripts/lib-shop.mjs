/** A running shop for the commands that measure it: the built server over a copy of the demonstration catalogue. */
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at, runtime, serverFlags } from './lib-run.mjs';

/** A fresh copy of the catalogue that the tests use, made where there is none yet; `forget` removes it. */
export async function copyCatalogue() {
  const { default: makeCatalogue } = await import('../test/support/make-catalogue.mjs');
  makeCatalogue();
  const dataDir = mkdtempSync(join(tmpdir(), 'partavo-bench-'));
  cpSync(at('dist/test-data'), dataDir, { recursive: true });
  return { dataDir, forget: () => rmSync(dataDir, { recursive: true, force: true }) };
}

/**
 * Starts the built server as an operator does.
 *
 * @param options.pin command that the server is started through, to hold it on one core.
 * @param options.probe module that is read before the server and answers each message with what it has seen.
 * @returns its process, its address, the milliseconds to its first page, and what asks the probe.
 */
export async function startShop(dataDir, env = {}, { pin = [], probe } = {}) {
  const flags = probe ? [...serverFlags, '--import', probe] : serverFlags;
  const [program, ...parameters] = [...pin, runtime(), ...flags, at('dist/server.js')];
  const began = performance.now();
  const child = spawn(program, parameters, {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: '0',
      DATA_DIR: dataDir,
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(probe ? ['ipc'] : [])],
  });
  const report = () =>
    new Promise((resolve) => {
      child.once('message', resolve);
      child.send('report');
    });
  const address = await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    child.stdout.on('data', (chunk) => {
      const found = String(chunk).match(/^(?!\{).*(http:\/\/127\.0\.0\.1:\d+)/m);
      if (found) resolve(found[1]);
    });
  });
  const first = await fetch(`${address}/`);
  await first.arrayBuffer();
  return { child, address, report, firstPage: performance.now() - began };
}

export async function stopShop({ child }) {
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}

/** Seconds of one core that a server has used, all threads together; what others do on the machine hardly moves it. */
export function coreSeconds({ child }) {
  const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const links = (html, pattern) =>
  [...new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&')))].filter((href) =>
    pattern.test(href),
  );

/**
 * Addresses to measure, found by walking the shop as a visitor does: home, a category, an article with many offers, a
 * cart with something in it.
 *
 * @returns each page as its path and the headers it is asked for with, and the articles of five pages of the category.
 */
export async function findPages(origin) {
  const get = (path) => fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
  const category = (await (await get('/api/navigation?categoryId=1523&locale=de-DE')).json()).category;
  const categoryPath = `/${category.seoAlias}/Alle-Fahrzeuge/--1523`;
  const listing = await (await get(categoryPath)).text();
  const articles = links(listing, /^\/Teilenummernsuche\/[^/]+\/[^/]+/).map((href) => href.split('?')[0]);
  const article = articles[0];
  const html = await (await get(article)).text();
  const add = html.match(/action="(\/api\/Warenkorb\/Hinzufuegen\/[^"]+)"/)[1].replaceAll('&amp;', '&');
  const added = await fetch(origin + add, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json', origin },
    body: JSON.stringify({ quantity: 1, locale: 'de-DE' }),
  });
  const cookie = added.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const cold = [];
  for (let page = 1; page <= 5; page++)
    cold.push(...links(await (await get(`${categoryPath}?page=${page}`)).text(), /^\/Teilenummernsuche\//));
  return {
    pages: { home: ['/', {}], category: [categoryPath, {}], article: [article, {}], cart: ['/Warenkorb', { cookie }] },
    cold: [...new Set(cold)],
  };
}
