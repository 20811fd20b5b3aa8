import { examples as addForm } from '../components/article/add-form.examples.js';
import { examples as attributeTable } from '../components/article/attribute-table.examples.js';
import { examples as buyBox } from '../components/article/buy-box.examples.js';
import { examples as externalDocument } from '../components/article/external-document.examples.js';
import { examples as fitCard } from '../components/article/fit-card.examples.js';
import { examples as fittingVehicles } from '../components/article/fitting-vehicles.examples.js';
import { examples as gallery } from '../components/article/gallery.examples.js';
import { examples as goesWith } from '../components/article/goes-with.examples.js';
import { examples as head } from '../components/article/head.examples.js';
import { examples as makerBlock } from '../components/article/maker-block.examples.js';
import { examples as oeNumbers } from '../components/article/oe-numbers.examples.js';
import { examples as offerHighlights } from '../components/article/offer-highlights.examples.js';
import { examples as offerRow } from '../components/article/offer-row.examples.js';
import { examples as offerSection } from '../components/article/offer-section.examples.js';
import { examples as offerTable } from '../components/article/offer-table.examples.js';
import { examples as relatedParts } from '../components/article/related-parts.examples.js';
import { examples as badge } from '../components/badge.examples.js';
import { examples as cartPlans } from '../components/cart-plans.examples.js';
import { examples as categoryList } from '../components/category-list.examples.js';
import { examples as categoryPicture } from '../components/category-picture.examples.js';
import { examples as categoryTiles } from '../components/category-tiles.examples.js';
import { examples as consentForm } from '../components/consent-form.examples.js';
import { examples as couldNotLoad } from '../components/could-not-load.examples.js';
import { examples as countryGrid } from '../components/country-grid.examples.js';
import { examples as customerReviews } from '../components/customer-reviews.examples.js';
import type { States } from '../components/example-data.js';
import { examples as fitMark } from '../components/fit-mark.examples.js';
import { examples as frontAxle } from '../components/front-axle.examples.js';
import { examples as informationText } from '../components/information-text.examples.js';
import { examples as customsNote } from '../components/law/customs-note.examples.js';
import { examples as goodsNotices } from '../components/law/goods-notices.examples.js';
import { examples as guaranteeNotice } from '../components/law/guarantee-notice.examples.js';
import { examples as tyreLabel } from '../components/law/tyre-label.examples.js';
import { examples as linkList } from '../components/link-list.examples.js';
import { examples as listingFilter } from '../components/listing-filter.examples.js';
import { examples as mark } from '../components/logo-or-monogram.examples.js';
import { examples as menuTree } from '../components/menu-tree.examples.js';
import { examples as navLink } from '../components/nav-link.examples.js';
import { examples as nothingFound } from '../components/nothing-found.examples.js';
import { examples as pagination } from '../components/pagination.examples.js';
import { examples as partImage } from '../components/part-image.examples.js';
import { examples as pickerPanel } from '../components/picker-panel.examples.js';
import { examples as productList } from '../components/product-list.examples.js';
import { examples as productSection } from '../components/product-section.examples.js';
import { examples as quantityField } from '../components/quantity-field.examples.js';
import { examples as saveOffer } from '../components/save-offer.examples.js';
import { examples as searchForm } from '../components/search-form.examples.js';
import { examples as section } from '../components/section.examples.js';
import { examples as more } from '../components/show-more.examples.js';
import { examples as stars } from '../components/stars.examples.js';
import { examples as withdrawal } from '../components/withdrawal.examples.js';
import { examples as controls } from '../layout/controls.examples.js';
import type { ComponentsModel } from '../models.js';

/** Each component of `views/components` with the examples beside it, by the names of the files. */
export const componentStates = (model: ComponentsModel): readonly States[] => [
  ['layout/controls', controls],
  ['components/article/add-form', addForm],
  ['components/article/attribute-table', attributeTable],
  ['components/article/buy-box', buyBox],
  ['components/article/external-document', externalDocument],
  ['components/article/fit-card', fitCard],
  ['components/article/fitting-vehicles', fittingVehicles],
  ['components/article/gallery', gallery],
  ['components/article/goes-with', goesWith],
  ['components/article/head', head],
  ['components/article/maker-block', makerBlock],
  ['components/article/oe-numbers', oeNumbers],
  ['components/article/offer-highlights', offerHighlights],
  ['components/article/offer-row', offerRow],
  ['components/article/offer-section', offerSection],
  ['components/article/offer-table', offerTable],
  ['components/article/related-parts', relatedParts],
  ['components/badge', badge],
  ['components/cart-plans', cartPlans],
  ['components/category-list', categoryList],
  ['components/category-picture', categoryPicture],
  ['components/category-tiles', categoryTiles],
  ['components/consent-form', consentForm],
  ['components/country-grid', countryGrid(model)],
  ['components/customer-reviews', customerReviews],
  ['components/fit-mark', fitMark],
  ['components/front-axle', frontAxle(model)],
  ['components/information-text', informationText],
  ['components/law/customs-note', customsNote],
  ['components/law/goods-notices', goodsNotices],
  ['components/law/guarantee-notice', guaranteeNotice],
  ['components/law/tyre-label', tyreLabel],
  ['components/link-list', linkList],
  ['components/listing-filter', listingFilter],
  ['components/logo-or-monogram', mark],
  ['components/menu-tree', menuTree],
  ['components/show-more', more],
  ['components/nav-link', navLink],
  ['components/could-not-load', couldNotLoad],
  ['components/nothing-found', nothingFound],
  ['components/pagination', pagination],
  ['components/part-image', partImage],
  ['components/picker-panel', pickerPanel],
  ['components/product-list', productList],
  ['components/product-section', productSection],
  ['components/quantity-field', quantityField],
  ['components/save-offer', saveOffer],
  ['components/search-form', searchForm],
  ['components/section', section],
  ['components/stars', stars],
  ['components/withdrawal', withdrawal],
];
