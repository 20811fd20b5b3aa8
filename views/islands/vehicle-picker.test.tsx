import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { examples } from './vehicle-picker.examples.js';
import { VehiclePicker } from './vehicle-picker.island.js';
import type { VehiclePickerProps } from './vehicle-picker.props.js';

const preselected = (name: string): string[] => {
  const html = renderToStaticMarkup(createElement(VehiclePicker.islandView, examples[name] as VehiclePickerProps));
  return [...html.matchAll(/<select name="(\w+)"[^>]* data-preselect/g)].map(([, field = '']) => field);
};

test('the manufacturer of the kept vehicle is preselected unless one is chosen', () => {
  expect(preselected('nothing chosen')).toEqual(['manufacturerId']);
  for (const name of Object.keys(examples).filter((each) => /everything|manufacturer/.test(each)))
    expect([name, preselected(name)]).toEqual([name, []]);
});
