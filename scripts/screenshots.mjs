/** `npm run screenshots [-- ORIGIN]`: every page kind at 360 and 1280 px into the ignored folder `screenshots/`. */
import { mkdirSync } from 'node:fs';
import { at, install } from './lib-run.mjs';

await install();
const { default: puppeteer } = await import('puppeteer');
const origin = process.argv[2] ?? 'http://127.0.0.1:3000';
const folder = at('screenshots');
mkdirSync(folder, { recursive: true });
const browser = await puppeteer.launch({
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'],
});

/** Page kinds by address; ids come from the shop itself. */
async function addresses(prefix, locale) {
  const api = async (path) =>
    (await fetch(`${origin}/api/${path}${path.includes('?') ? '&' : '?'}locale=${locale}`)).json();
  const page = await browser.newPage();
  const first = async (path, selector) => {
    await page.goto(origin + path);
    return page.$eval(selector, (element) => element.getAttribute('href'));
  };
  await page.goto(`${origin + prefix}/`);
  // The list of all manufacturers wants the check headers (D28).
  const manufacturers = await page.evaluate(async (query) => {
    const { csr, ts } = await (await fetch('/api/session')).json();
    const path = '/api/vehicle/manufacturers';
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${csr}${ts}GET${path}`));
    const headers = { 'x-csr': csr, 'x-ts': String(ts), 'x-c': new Uint8Array(bytes).toHex() };
    return (await fetch(path + query, { headers })).json();
  }, `?locale=${locale}`);
  const golf = manufacturers.find(({ name }) => name === 'Volkswagen') ?? manufacturers[0];
  const series = (await api(`vehicle/manufacturers/${golf.id}/series`)).sort((a, b) => b.popularity - a.popularity)[0];
  const model = (await api(`vehicle/series/${series.id}/models`)).sort((a, b) => b.popularity - a.popularity)[0];
  const discs = (await api('navigation?categoryId=1523')).category;
  const words = {
    'de-DE': 'Alle-Fahrzeuge',
    'fr-FR': 'tout-type-de-vehicule',
    'es-ES': 'todos-los-vehiculos',
    'it-IT': 'tutte-le-auto',
    'nl-NL': 'alle-autos',
    'de-AT': 'Alle-Fahrzeuge',
  };
  const sections = {
    'de-DE': 'Ersatzteile',
    'de-AT': 'Ersatzteile',
    'fr-FR': 'pieces-auto',
    'es-ES': 'recambios',
    'it-IT': 'ricambi',
    'nl-NL': 'reserveonderdelen',
  };
  const carts = {
    'de-DE': 'Warenkorb',
    'de-AT': 'Warenkorb',
    'fr-FR': 'panier',
    'es-ES': 'carrito',
    'it-IT': 'carrello',
    'nl-NL': 'winkelwagen',
  };
  const leaf = `${prefix}/${discs.seoAlias}/${series.seriesPage.slug}/3-${model.id}-1523`;
  const article = await first(leaf, '.pl h3 a');
  await page.close();
  return {
    home: `${prefix}/`,
    vehicles: `${prefix}/${sections[locale]}/${words[locale]}/--`,
    manufacturer: `${prefix}/${sections[locale]}/${golf.seoName}/1-${golf.id}-`,
    series: `${prefix}/${sections[locale]}/${series.seriesPage.slug}/2-${series.seriesPage.id}-`,
    model: `${prefix}/${sections[locale]}/${series.seriesPage.slug}/3-${model.id}-`,
    leaf,
    article,
    cart: `${prefix}/${carts[locale]}`,
    'not-found': `${prefix}/gibt-es-nicht`,
  };
}

for (const [prefix, locale] of [
  ['', 'de-DE'],
  ['/fr-FR', 'fr-FR'],
]) {
  const pages = await addresses(prefix, locale);
  for (const width of [360, 1280]) {
    const page = await browser.newPage();
    await page.setViewport({ width, height: 800, deviceScaleFactor: 1 });
    for (const [name, path] of Object.entries(pages)) {
      if (name === 'cart') {
        await page.goto(origin + pages.article);
        await page.evaluate(() => document.querySelector('form[data-add] button')?.click());
        await page.waitForFunction(() => !document.querySelector('[aria-busy]'));
      }
      await page.goto(origin + path, { waitUntil: 'networkidle0' });
      // Lazy pictures below the fold are loaded by scrolling once.
      await page.evaluate(async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 600) {
          scrollTo({ top: y, behavior: 'instant' });
          await new Promise((resolve) => setTimeout(resolve, 60));
        }
        scrollTo(0, 0);
      });
      await page.screenshot({ path: `${folder}/${locale}-${name}-${width}.png`, fullPage: true });
    }
    await page.close();
  }
}
await browser.close();
console.log(`screenshots are in ${folder}`);
