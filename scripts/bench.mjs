/**
 * `npm run bench [-- --seconds 5]`: what the shop costs. Starts the built server on one core with a fresh copy of the
 * demonstration catalogue and measures home, category, article and cart over real HTTP on loopback:
 * bytes by type (brotli), script before interaction, render time, requests per second cold and warm, memory.
 * Prints a table and writes `bench.json` beside the build.
 */
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { at, buildIfStale, install, runtime } from './lib-run.mjs';

const option = (name, fallback) => Number(process.argv[process.argv.indexOf(`--${name}`) + 1] || fallback);
const seconds = process.argv.includes('--seconds') ? option('seconds', 5) : 5;

await install();
await buildIfStale();
const { default: autocannon } = await import('autocannon');

const { default: makeCatalogue } = await import('../test/support/make-catalogue.mjs');
makeCatalogue();
const dataDir = mkdtempSync(join(tmpdir(), 'partavo-bench-'));
cpSync(at('dist/test-data'), dataDir, { recursive: true });

/** Pins the server to the first core where the machine allows it; the load comes from another. */
const pin = spawnSync('taskset', ['--version']).status === 0 ? ['taskset', '-c', '0'] : [];
const [program, ...parameters] = [...pin, runtime(), at('dist/server.js')];
const server = spawn(program, parameters, {
  env: { PATH: process.env.PATH, NODE_ENV: 'production', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'info' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const origin = await new Promise((resolve, reject) => {
  server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  server.stdout.on('data', (chunk) => {
    const address = String(chunk).match(/^(?!\{).*(http:\/\/127\.0\.0\.1:\d+)/m);
    if (address) resolve(address[1]);
  });
});

const get = (path, headers = {}) => fetch(origin + path, { headers: { 'accept-encoding': 'identity', ...headers } });
const links = (html, pattern) =>
  [...new Set([...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href.replaceAll('&amp;', '&')))].filter((href) =>
    pattern.test(href),
  );

/** Addresses to measure, found by walking the shop as a visitor does. */
async function findPages() {
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
    pages: { home: ['/'], category: [categoryPath], article: [article], cart: ['/Warenkorb', { cookie }] },
    cold: [...new Set(cold)],
  };
}

function bytes(html) {
  const br = (text) => brotliCompressSync(text).length;
  const part = (pattern) => [...html.matchAll(pattern)].map((match) => match[1]).join('');
  const css = part(/<style[^>]*>([\s\S]*?)<\/style>/g);
  const script = part(/<script>([\s\S]*?)<\/script>/g);
  return {
    html: br(html),
    css: br(css),
    inlineScript: br(script),
    scriptFiles: [...html.matchAll(/<script[^>]+src=/g)].length,
    raw: html.length,
  };
}

const load = (path, headers, connections) =>
  autocannon({ url: origin + path, connections, duration: seconds, headers: { 'accept-encoding': 'br', ...headers } });

const { pages, cold } = await findPages();
const results = {};
for (const [name, [path, headers = {}]] of Object.entries(pages)) {
  const answer = await get(path, headers);
  const html = await answer.text();
  const wire = await fetch(origin + path, { headers: { 'accept-encoding': 'br', ...headers } });
  await wire.arrayBuffer();
  const one = await load(path, headers, 1);
  const ten = await load(path, headers, 10);
  if (ten.non2xx > 0 || ten.errors > 0)
    throw new Error(`${name}: ${ten.non2xx} answers were not 2xx, ${ten.errors} failed`);
  results[name] = {
    ...bytes(html),
    renderMicroseconds: Math.round(1e6 / one.requests.average),
    perSecond: Math.round(ten.requests.average),
    p50: ten.latency.p50,
    p99: ten.latency.p99,
  };
}
const coldStart = performance.now();
for (const path of cold) await (await get(path, { 'accept-encoding': 'br' })).arrayBuffer();
const coldSeconds = (performance.now() - coldStart) / 1000;
const rss = Number(readFileSync(`/proc/${server.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;

console.table(
  Object.fromEntries(
    Object.entries(results).map(([name, r]) => [
      name,
      {
        'HTML+CSS br B': r.html,
        'of it CSS': r.css,
        'inline JS br B': r.inlineScript,
        'JS files before interaction': r.scriptFiles,
        'µs/request (1 conn)': r.renderMicroseconds,
        'req/s (10 conn)': r.perSecond,
        'p50 ms': r.p50,
        'p99 ms': r.p99,
      },
    ]),
  ),
);
console.log(
  `articles seen for the first time: ${cold.length} in ${coldSeconds.toFixed(2)} s, ${(cold.length / coldSeconds).toFixed(0)}/s one after the other`,
);
console.log(`memory after load: ${rss.toFixed(0)} MiB (web tier and marketplace together)`);
writeFileSync(
  at('dist/bench.json'),
  JSON.stringify(
    {
      node: process.version,
      pinned: pin.length > 0,
      seconds,
      results,
      cold: { articles: cold.length, seconds: coldSeconds },
      memoryMiB: rss,
    },
    null,
    2,
  ),
);

server.kill('SIGTERM');
server.once('exit', () => rmSync(dataDir, { recursive: true, force: true }));
