import { describe, expect, test } from '@jest/globals';
import { catalogueRoom } from '../catalogue-room.test-data.js';
import { readings } from './key-numbers.js';
import { findByPlate } from './plates.js';
import type { VehicleIndex } from './vehicle-index.js';

const { call } = catalogueRoom();
const found = async (path: string): Promise<{ kbaId: string | null; model: { id: string } }[]> => {
  const { status, body } = await call(`/api/vehicle/${path}`);
  expect(status).toBe(200);
  return body;
};

test('HSN/TSN: an array of vehicles, each with its kbaId; no hit is 200 [] (D19)', async () => {
  expect(await found('hsntsn/0603ABC')).toMatchObject([{ kbaId: '90001', model: { id: '5001' } }]);
  expect(await found('hsntsn/0603ZZZ')).toEqual([]);
  expect((await call('/api/vehicle/hsntsn/0603AB')).status).toBe(400);
});
test('D37: on no match O is retried as 0', async () => {
  expect(await found('hsntsn/O6O3ABC')).toMatchObject([{ kbaId: '90001' }]);
  expect(readings('O6O3B0U')).toEqual(['O6O3B0U', '0603B0U', '0603BOU']);
  expect(readings('0603BGU')).toEqual(['0603BGU']);
});
describe('French plates (D30)', () => {
  test('the demonstration has made-up plates in both formats, one of them of two vehicles', async () => {
    expect(await found('license/fr/AA-123-ZZ')).toHaveLength(1);
    expect(await found('license/fr/1234iou99')).toEqual([]);
    expect(await found('license/fr/IO456OU')).toHaveLength(2);
    expect(await found('license/fr/AB-123-CD')).toEqual([]);
    const answer = await call('/api/vehicle/license/fr/AA-123-ZZ');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.body[0].kbaId).toBeNull();
  });
  test('a catalogue that is no demonstration knows none until a provider is brought', async () => {
    const vehicles = { modelsById: new Map() } as unknown as VehicleIndex;
    const generation = { vehicles, isDemonstration: false } as Parameters<typeof findByPlate>[0];
    const request = { plate: 'AA123ZZ', locale: 'fr-FR', country: 'FR' } as const;
    expect(await findByPlate(generation, request)).toEqual([]);
    const provider = { find: () => Promise.reject(new Error('register is closed')) };
    await expect(findByPlate(generation, request, provider)).rejects.toThrow('register is closed');
  });
});
