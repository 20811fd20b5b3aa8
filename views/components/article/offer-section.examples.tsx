import { type Examples, here, longShop, offer, offersOf, two } from '../../example-data.js';
import { OfferSection } from './offer-section.js';

export const examples: Examples = {
  'more than a page carries, some of shops elsewhere': (
    <OfferSection
      shippable={offersOf(14, 'section')}
      elsewhere={[{ ...offer, id: '99', shop: { ...offer.shop, name: longShop, country: 'CH' } }]}
      wanted={two}
      product="Nordwerk 100 1523"
      chosenId="section-2"
      modelId={undefined}
      full={here}
    />
  ),
};
