import type { ComponentType, ReactNode } from 'react';
import type { States } from '../example-data.js';
import { examples as cartLines } from '../islands/cart-lines.examples.js';
import { CartLines } from '../islands/cart-lines.island.js';
import { examples as listingFilter } from '../islands/listing-filter.examples.js';
import { ListingFilter } from '../islands/listing-filter.island.js';
import { examples as saveVehicle } from '../islands/save-vehicle.examples.js';
import { SaveVehicle } from '../islands/save-vehicle.island.js';
import { examples as searchBox } from '../islands/search-box.examples.js';
import { SearchBox } from '../islands/search-box.island.js';
import { examples as vehiclePanel } from '../islands/vehicle-panel.examples.js';
import { VehiclePanel } from '../islands/vehicle-panel.island.js';
import { examples as vehiclePicker } from '../islands/vehicle-picker.examples.js';
import { VehiclePicker } from '../islands/vehicle-picker.island.js';
import '../islands/vehicle-picker.css';

/** Renders an island with each of its examples. */
function statesOf<P extends object>(name: string, Island: ComponentType<P>, examples: Record<string, P>): States {
  const views = Object.entries(examples).map(([state, props]): [string, ReactNode] => [
    state,
    <Island key={state} {...props} />,
  ]);
  return [`islands/${name}`, Object.fromEntries(views)];
}

/** Each island with its examples, by file name. */
export const islandStates: readonly States[] = [
  statesOf('vehicle-picker', VehiclePicker, vehiclePicker),
  statesOf('vehicle-panel', VehiclePanel, vehiclePanel),
  statesOf('search-box', SearchBox, searchBox),
  statesOf('listing-filter', ListingFilter, listingFilter),
  statesOf('save-vehicle', SaveVehicle, saveVehicle),
  statesOf('cart-lines', CartLines, cartLines),
];
