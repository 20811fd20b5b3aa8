import type { Attribute } from '../../../server/contract/articles.js';
import { type Examples, longName } from '../../example-data.js';
import { AttributeTable } from './attribute-table.js';

const attribute = (key: string, letter: string | null): Attribute => ({
  key,
  label: letter ? longName : 'Dicke',
  value: '312',
  unit: 'mm',
  letter,
});

export const examples: Examples = {
  plain: <AttributeTable attributes={[attribute('1', null)]} hasLetters={false} />,
  letters: <AttributeTable attributes={[attribute('2', 'A'), attribute('3', null)]} hasLetters />,
};
