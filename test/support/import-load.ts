/** Imports many offers into a running marketplace during reads, and measures both. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { at } from '../../scripts/lib-run.ts';
import { quantile } from './figures.ts';
import { startMarketplace } from './marketplace-process.ts';
import { callsFor } from './marketplace-reads.ts';
import { dataFor, openCatalogue } from './sized-catalogue.ts';
import { until } from './until.ts';

/** Reads per second; at a higher rate, reads would wait for each other. */
const rate = 50;
/** Reads of a typical visit. */
export const mix = [
  'article',
  'article for a model that fits',
  'offers',
  'listing of one size',
  'listing of one size, two filters',
  'listing of one size for a model',
  'part number',
  'suggestions',
  'navigation for a model',
  'model',
];

/** A marketplace on a copy of a catalogue, and the reads during imports. */
export interface Loaded {
  readonly folder: string;
  readonly origin: string;
  readonly pid: number | undefined;
  readonly makers: readonly (() => string | string[])[];
}

/** Starts a marketplace on a copy of a catalogue of this size, and removes both after the work. */
export async function withCatalogue<Result>(size: string, work: (loaded: Loaded) => Promise<Result>): Promise<Result> {
  const source = dataFor(size);
  const folder = mkdtempSync(at('dist/bench-data/load-'));
  try {
    cpSync(source, folder, { recursive: true });
    const { calls } = callsFor(folder);
    const makers = mix.flatMap((name) => calls[name] ?? []);
    const marketplace = await startMarketplace({ DATA_DIR: folder });
    try {
      return await work({ folder, origin: marketplace.origin, pid: marketplace.process.pid, makers });
    } finally {
      await marketplace.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface FeedPlan {
  readonly rows: number;
  /** Cents added to changed prices. Feeds with different values have different new offers. */
  readonly dearer: number;
  /** One in this many rows has another price; 0 = none. */
  readonly changedEvery?: number;
  /** Whether the feed adds some offers and omits others of the same shops. */
  readonly isMixed?: boolean;
  /** Makes a feed of a single shop, by its rank in size; rows then name no shop. */
  readonly ofShop?: number;
}

/** Writes a feed of the offers of the largest shops. @returns its rows and the name of the first shop */
export async function writeFeed(
  folder: string,
  file: string,
  { rows, dearer, changedEvery = 3, isMixed = false, ofShop }: FeedPlan,
): Promise<{ rows: number; shop: string }> {
  const db = openCatalogue(folder);
  const all = db.prepare('select id, name from shop order by offers desc, id').all();
  const shops = ofShop === undefined ? all : all.slice(ofShop, ofShop + 1);
  const offers = db.prepare(`select o.key, o.price, o.refund, o.surcharge, o.lowest30, o.stock, o.condition,
      o.handling_min, o.handling_max, b.name as brand, p.article_number as number
    from offer_key k join offer o on o.product_id = k.product_id and o.id = k.id
    join product p on p.id = o.product_id join brand b on b.id = p.brand_id where k.shop_id = ? and k.product_id <> 0`);
  const out = createWriteStream(file);
  out.write('key;shop;brand;number;price;deposit;surcharge;lowest30;stock;handling;condition\n');
  const euros = (cents: unknown): string => (cents === null ? '' : (Number(cents) / 100).toFixed(2).replace('.', ','));
  let count = 0;
  for (const shop of shops) {
    let text = '';
    for (const offer of offers.iterate(shop.id ?? null)) {
      if (count === rows) break;
      count++;
      const key = isMixed && (count * 7919) % 10 < 3 ? `N${dearer}-${count}` : offer.key;
      const price = euros(Number(offer.price) + (changedEvery > 0 && count % changedEvery === 0 ? dearer : 0));
      const others = [euros(offer.refund), euros(offer.surcharge), euros(offer.lowest30), offer.stock];
      const handling = `${offer.handling_min}-${offer.handling_max}`;
      text += `${[key, shop.name, offer.brand, offer.number, price, ...others, handling, offer.condition].join(';')}\n`;
    }
    if (!out.write(text)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
  db.close();
  return { rows: count, shop: String(shops[0]?.name) };
}

/** Turns off guards, which would hold feeds for measurements. */
export const unguarded = ['--max-removals', '100', '--max-price-jumps', '100'];

/** `normal`, because on a busy machine an import of idle priority would wait for other work. */
const importEnv = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  IMPORT_PRIORITY: process.env.IMPORT_PRIORITY ?? 'idle',
});

/** Cost of an import with its start. */
export interface ImportCost {
  readonly seconds: number;
  /** Processor time. */
  readonly cpuSeconds: number;
  /** Bytes that it wrote. */
  readonly writtenBytes: number;
  readonly summary: { readonly commit: number | null; readonly changes: Readonly<Record<string, number>> };
}

/** Writes the resource usage of a process into a file when it ends. */
const tellingIn = (file: string): string =>
  `data:text/javascript,import{readFileSync,writeFileSync}from'node:fs';process.on('exit',()=>{
    const{userCPUTime,systemCPUTime}=process.resourceUsage();
    const[,written]=/wchar:\\s*(\\d+)/.exec(readFileSync('/proc/self/io','utf8'));
    writeFileSync(${JSON.stringify(file)},JSON.stringify({cpuSeconds:(userCPUTime+systemCPUTime)/1e6,writtenBytes:Number(written)}))})`.replaceAll(
    '\n',
    '',
  );

/** Imports a file of offers. @throws with the program's output if it fails */
export async function costOfImport(folder: string, file: string, ...more: string[]): Promise<ImportCost> {
  const used = `${file}.used.json`;
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      '--import',
      encodeURI(tellingIn(used)),
      at('dist/import.js'),
      'offers',
      file,
      '--data-dir',
      folder,
      ...unguarded,
      ...more,
    ],
    { env: importEnv(), stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output);
  const summaryFile = /(\S+\.summary\.json)/.exec(output)?.[1] as string;
  return {
    seconds: (performance.now() - began) / 1000,
    ...JSON.parse(readFileSync(used, 'utf8')),
    summary: JSON.parse(readFileSync(summaryFile, 'utf8')),
  };
}

/** Milliseconds of each read, and the number of failures. */
export interface Reads {
  times: number[];
  failed: number;
}

/** Reads at a steady pace, one after the other, until it is stopped. */
export function startReading(origin: string, makers: readonly (() => string | string[])[]): () => Promise<Reads> {
  const result: Reads = { times: [], failed: 0 };
  let goesOn = true;
  const work = (async () => {
    let next = performance.now();
    for (let number = 0; goesOn; number++) {
      const path = makers[number % makers.length]?.();
      const began = performance.now();
      const isAnswered = await fetch(origin + path)
        .then(async (response) => (await response.arrayBuffer()) && response.ok)
        .catch(() => false);
      result.times.push(performance.now() - began);
      if (!isAnswered) result.failed++;
      next = Math.max(next + 1000 / rate, performance.now());
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
  })();
  return async () => {
    goesOn = false;
    await work;
    return result;
  };
}

export async function readFor(
  seconds: number,
  origin: string,
  makers: Parameters<typeof startReading>[1],
): Promise<Reads> {
  const stop = startReading(origin, makers);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  return stop();
}

/** Returns the last commit of offers that a marketplace has applied. */
const commitOf = async (origin: string): Promise<number> =>
  Number((await (await fetch(`${origin}/changes`)).json()).offers.split('.')[1]);

/** Resolves when a marketplace has applied a commit. */
export const seenCommit = (origin: string, commit: number): Promise<void> =>
  until(`commit ${commit} is applied`, async () => (await commitOf(origin)) >= commit);

/** Returns counts and quantiles of reads, in milliseconds. */
export const readTimes = (reads: readonly Reads[]) => {
  const times = reads.flatMap((each) => each.times).sort((a, b) => a - b);
  const at = (share: number): number => (times.length === 0 ? 0 : Number(quantile(times, share).toFixed(2)));
  return {
    reads: times.length,
    failed: reads.reduce((sum, each) => sum + each.failed, 0),
    p50: at(0.5),
    p99: at(0.99),
  };
};
