import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runImport } from './feeds.js';

/** Identity of the operator in all editions of the test shop. */
export const ownIdentity = {
  company: 'Teile Nord GmbH',
  address: 'Hafenstr. 1, 20457 Hamburg',
  email: 'hilfe@teile-nord.de',
  phone: '+49 40 123456',
  hours: 'Mo–Fr 8–17',
  representedBy: null,
  register: 'HRB 1, Amtsgericht Hamburg',
  vatId: 'DE000000000',
  processors: 'Rechenzentrum Nord GmbH, Deutschland; 30 Tage.',
  responsible: 'Erika Muster, Hamburg',
  dispute: 'Wir nehmen nicht teil.',
};

const files: readonly (readonly [kind: string, content: string, ...more: string[]])[] = [
  ['vehicles', 'make;series;model;kw;fuel;ccm;from;to\nAudi;A3 (8P);1.6;75;petrol;1595;2003-05;2012-08\n', '--anew'],
  [
    'categories',
    'id;leaf_number;kind;goods;title_de;title_fr;title_es;title_it;title_nl\n' +
      '7;7;disc;none;Bremsscheiben;Disques de frein;Discos de freno;Dischi freno;Remschijven\n',
  ],
  [
    'shops',
    'name;country;street;postcode;city;phone;email;register;vat_id;return_cost;shipping\n' +
      'Lager Nord;DE;Hafenstr. 1;20457;Hamburg;+49 40 000000;post@lager-nord.de;HRB 1, Hamburg;DE000000000;6,90;"DE:4.90:1-2:50; FR:9.90:2-4:90"\n',
  ],
  [
    'products',
    'brand;number;category;attributes;brand_address;brand_email;brand_country\n' +
      'Kelvo;K 120.33;7;Höhe [mm]=47.5;Werkstr. 2, 57072 Siegen;safety@kelvo.de;DE\n',
  ],
  ['fitment', 'brand;number;make;series;kw\nKelvo;K 120.33;Audi;A3 (8P);75\n'],
  ['offers', 'key;brand;number;price;stock;handling\n4711;Kelvo;K 120.33;34,90;12;1-2\n', '--shop', 'Lager Nord'],
];

/** Imports the catalogue of docs/own-shop.md into an empty folder, with the operator's commands. */
export async function importOwnCatalogue(dataDir: string): Promise<void> {
  for (const [kind, content, ...more] of files) {
    const file = join(dataDir, `${kind}.csv`);
    await writeFile(file, content);
    const { code } = await runImport(dataDir, [kind, file, ...more]);
    if (code !== 0) throw new Error(`the import of ${kind} ended with ${code}`);
  }
}
