import { expect, test } from 'vitest';
import { createDurabilityLabels } from './durability-label.js';

const svg = '<svg viewBox="0 0 30 60"><text>{years}</text><text>{producer}</text><text>{model}</text></svg>';
const file = { bytes: Buffer.from(svg), width: 30, height: 60 };
const guarantee = { years: 2.5, producer: 'A & {model}', model: '<7>' };

test('the label of the operator shows what may be set in it, at addresses that the shop has signed', () => {
  const labels = createDurabilityLabels(file, ['a key']);
  const picture = labels.pictureOf(guarantee);
  expect(picture).toMatchObject({ width: 30, height: 60 });
  expect(labels.fileAt(picture?.src ?? '')?.toString()).toBe(
    '<svg viewBox="0 0 30 60"><text>2,5</text><text>A &amp; {model}</text><text>&lt;7&gt;</text></svg>',
  );
  const other = createDurabilityLabels(file, ['another']).pictureOf(guarantee);
  const changed = createDurabilityLabels({ ...file, bytes: Buffer.from(`${svg} `) }, ['a key']).pictureOf(guarantee);
  expect(labels.fileAt(changed?.src ?? '')).toBeNull();
  expect([labels.fileAt(other?.src ?? ''), labels.fileAt('/durability-label-a-b.svg')]).toEqual([null, null]);
});

test('without a file there is no label, and nothing is drawn in its place', () => {
  const labels = createDurabilityLabels(null, ['a key']);
  expect([labels.pictureOf(guarantee), labels.fileAt('/durability-label-a-b.svg')]).toEqual([null, null]);
});
