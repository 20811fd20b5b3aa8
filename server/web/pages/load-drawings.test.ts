import { expect, test } from 'vitest';
import { draw } from '../../drawings/draw.js';
import type { PageRequest } from '../render/page.js';
import { loadDrawings } from './load-drawings.js';

const of = (url: string) => ({ smallImages: [{ url, width: 200, height: 150, alt: '' }] });
const disc = '/api/Bilder/disc.svg?a=diameter:280&small=1';
const photo = 'https://img.example/a.jpg';

/** Loads drawings over an API whose calls `answer` makes, and returns their addresses with the calls. */
async function load(urls: readonly string[], answer = (name: string) => draw(name, {}, { label: '', small: true })) {
  const calls: unknown[] = [];
  const api = {
    call: async (_: string, drawing: { name: string }) => {
      calls.push(drawing);
      return answer(drawing.name);
    },
  };
  const optional = async (_: string, read: (own: typeof api) => Promise<unknown>) => read(api).catch(() => null);
  const photograph = ({ url }: { url: string }) => (url === photo ? '/images/160/s/d' : null);
  const drawings = await loadDrawings({ optional } as unknown as PageRequest, photograph, urls.map(of));
  return { drawings, calls };
}

test('the drawings of the first two rows become part of the page', async () => {
  const pads = '/api/Bilder/pads.svg?small=1';
  const { drawings, calls } = await load([disc, pads, '/api/Bilder/caliper.svg?small=1']);
  expect(calls).toEqual([
    { name: 'disc', a: 'diameter:280', small: '1' },
    { name: 'pads', a: '', small: '1' },
  ]);
  expect([...drawings.keys()]).toEqual([disc, pads]);
  expect(drawings.get(disc)).toMatch(/^<g transform="[^"]*"><path .*<\/g>$/);
});

test('photographs, and drawings that fail or have other content, stay files', async () => {
  expect(await load([photo, 'https://elsewhere.example/b.jpg'])).toEqual({ drawings: new Map(), calls: [] });
  const failing = () => {
    throw new Error('down');
  };
  expect((await load([disc], failing)).drawings.size).toBe(0);
  expect((await load([disc], () => '<svg><script></script></svg>')).drawings.size).toBe(0);
});
