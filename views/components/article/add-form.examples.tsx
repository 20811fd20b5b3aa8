import { type Examples, one } from '../../example-data.js';
import { AddForm } from './add-form.js';

/** Script sets the busy state (`client/enhance/add-to-cart.ts`); the examples of buttons show it. */
export const examples: Examples = {
  plain: (
    <AddForm offerId="1" modelId={undefined} wanted={one} label="quantity">
      In den Warenkorb
    </AddForm>
  ),
  'for a vehicle, long words': (
    <AddForm offerId="1" modelId="77" wanted={{ pieces: 4, packs: 2, packSize: 2 }} label="quantity for a vehicle">
      In den Warenkorb und weiter einkaufen
    </AddForm>
  ),
};
