import { gunzipSync } from 'node:zlib';

const locations = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => loc.replaceAll('&amp;', '&'));

/** Reads a file of the shop; repeats refused requests, for busy machines. */
async function read(address: string): Promise<string> {
  for (let left = 20; ; left--) {
    const response = await fetch(address);
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.ok) return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
    if (left === 0) throw new Error(`${address} answers ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Addresses in the sitemaps of a running shop, at its own origin. */
export async function listedAddresses(origin: string): Promise<string[]> {
  const local = (loc: string): string => origin + new URL(loc, origin).pathname;
  const all: string[] = [];
  for (const file of locations(await read(`${origin}/sitemap.xml`)))
    all.push(...locations(await read(local(file))).map(local));
  return all;
}
