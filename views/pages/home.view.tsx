import type { CategoryNode, Navigation } from '../../server/contract/catalogue.js';
import type { Manufacturer } from '../../server/contract/vehicles.js';
import { Cached, CachedRows } from '../cached.js';
import { categoryHref, ownAddress } from '../catalogue-links.js';
import { CategoryList } from '../components/category-list.js';
import { CategoryPicture } from '../components/category-picture.js';
import { CategoryTiles } from '../components/category-tiles.js';
import { CouldNotLoad } from '../components/could-not-load.js';
import { CustomerReviews } from '../components/customer-reviews.js';
import { FrontAxle } from '../components/front-axle.js';
import { LinkList } from '../components/link-list.js';
import { OwnLink, OwnPlace } from '../components/own-place.js';
import { PickerPanel } from '../components/picker-panel.js';
import { Section } from '../components/section.js';
import { usePage } from '../context.js';
import { keepPlaceholders } from '../formats.js';
import { isLinked } from '../link-rules.js';
import { LowerStyle } from '../lower-style.js';
import type { HomeModel, Optional } from '../models.js';
import './home.css';

/** Universal categories on the home page; the page of all vehicles lists all of them. */
const shownUniversal = 8;
/** Categories for the kept vehicle: they fit into the room of the picker, also below a long name of a series. */
const shownPopular = 8;
/** Visible assemblies: three rows on a desktop, six on a phone. A tap unfolds the others. */
const shownAssemblies = 12;
const mostWanted = (categories: readonly CategoryNode[]): CategoryNode[] =>
  categories.toSorted((a, b) => b.popularity - a.popularity).slice(0, shownUniversal);

type Promotion = NonNullable<HomeModel['promotions']>[number];

function PromotionRow({ category, product, count, isClaimProven }: Promotion) {
  const { t, format, url } = usePage();
  return (
    <li>
      <CategoryPicture category={category} width={116} height={87} />
      <div>
        <h3>{category.title}</h3>
        {product && product.lowestTotal !== null && (
          <p className="promotion-price">{t('home:promotions.from', { amount: format.money(product.lowestTotal) })}</p>
        )}
        {isClaimProven && (
          <p className="small">
            <b>{t('law:saving.upTo')}</b> <span className="soft">{t('law:saving.reference')}</span>
          </p>
        )}
        <p className="small soft">{t('home:promotions.choice', { count, number: format.number(count) })}</p>
        <p>
          <a href={categoryHref(url, category, null)}>{t('home:promotions.show', { category: category.title })}</a>
        </p>
      </div>
    </li>
  );
}

function Promotions({ promotions }: { promotions: Optional<readonly Promotion[]> }) {
  const { t, format, country } = usePage();
  if (promotions?.length === 0) return null;
  return (
    <Section
      heading="h-pro"
      title={t('home:promotions.title')}
      note={
        promotions && <span className="small soft">{t('part:pricesFor', { country: format.country(country) })}</span>
      }
    >
      {promotions ? (
        <CachedRows
          as="ul"
          attributes={{ className: 'promotions' }}
          fragments={promotions.map((promotion) => ({
            of: [promotion.category, promotion.product],
            variant: `promotion ${promotion.count} ${promotion.isClaimProven}`,
            view: () => <PromotionRow {...promotion} />,
          }))}
        />
      ) : (
        <CouldNotLoad>{t('layout:missing.promotions')}</CouldNotLoad>
      )}
    </Section>
  );
}

function Assemblies({ navigation: { categories } }: { navigation: Navigation }) {
  const { t, url, format } = usePage();
  const shown = categories.toSorted((a, b) => b.popularity - a.popularity).slice(0, shownAssemblies);
  const isShown = new Set(shown);
  const others = categories.filter((category) => !isShown.has(category));
  return (
    <>
      <CategoryTiles categories={categories.filter((category) => isShown.has(category))} vehicle={null} from="home" />
      {others.length > 0 && (
        <details className="fold">
          <summary>{t('home:categoriesMore', { count: others.length, number: format.number(others.length) })}</summary>
          <LinkList
            entries={others.map((category) => ({
              href: categoryHref(url, category, null),
              label: category.title,
              linked: category.resultCount > 0 && isLinked('home', 'category', category.popularity),
            }))}
          />
        </details>
      )}
    </>
  );
}

/** The most popular universal categories. */
function Universal({ universal }: Pick<Navigation, 'universal'>) {
  const { t } = usePage();
  return <CategoryList title={t('home:universal')} categories={mostWanted(universal)} vehicle={null} from="home" />;
}

function ManufacturerLinks({ manufacturers }: { manufacturers: readonly Manufacturer[] }) {
  const { url } = usePage();
  return (
    <LinkList
      entries={manufacturers.map((manufacturer) => ({
        href: url('manufacturer', { manufacturer }),
        label: manufacturer.name,
        linked: true,
      }))}
    />
  );
}

/** Start for the kept vehicle: its popular parts, and a link to another vehicle (D91). */
function OwnStart({ popular }: Pick<Navigation, 'popular'>) {
  const { t, url } = usePage();
  return (
    <div>
      <h1 data-slot={t('home:ownTitle', keepPlaceholders)}>{t('home:title')}</h1>
      <LinkList
        entries={popular.slice(0, shownPopular).map((category) => ({
          href: categoryHref(url, category, null),
          label: category.title,
          linked: true,
        }))}
      />
      <OwnLink href={ownAddress(url('vehicles', {}))} text={t('home:ownVehicle', keepPlaceholders)} />
      <p className="small">
        <a href={url('vehicles', {})}>{t('category:otherVehicle')}</a>
      </p>
    </div>
  );
}

/** Home page: choose a vehicle, or start from the drawing or an assembly. */
export function HomeView({ model }: { model: HomeModel }) {
  const { t, url, rating } = usePage();
  const { navigation, picker, reviews, axle } = model;
  return (
    <>
      <div className={axle ? 'hero' : 'hero hero-alone'}>
        <OwnPlace own={<OwnStart popular={navigation?.popular ?? []} />}>
          <div className="start">
            <h1>{t('home:title')}</h1>
            <PickerPanel model={picker} />
            <p className="lead">{t('home:lead')}</p>
            <p className="space-above small soft">
              {t('home:numberHint')} <a href={url('vehicles', {})}>{t('home:allVehicles')}</a>
            </p>
          </div>
        </OwnPlace>
        {axle && (
          <Cached
            of={Object.values(axle)}
            variant={`axle ${Object.keys(axle)}`}
            view={() => <FrontAxle categories={axle} drawing={model.axleDrawing} />}
          />
        )}
      </div>
      <LowerStyle />
      <Section heading="h-cat" title={t('home:categories')}>
        {navigation ? (
          <Cached of={[navigation]} variant="assemblies" view={() => <Assemblies navigation={navigation} />} />
        ) : (
          <CouldNotLoad>{t('layout:missing.categories')}</CouldNotLoad>
        )}
      </Section>
      <Promotions promotions={model.promotions} />
      {reviews === null && <CouldNotLoad>{t('layout:missing.reviews')}</CouldNotLoad>}
      {reviews && reviews.length > 0 && (
        <Cached of={reviews} variant={`reviews ${rating?.source}`} view={() => <CustomerReviews reviews={reviews} />} />
      )}
      {navigation && <Cached of={[navigation]} variant="universal" view={() => <Universal {...navigation} />} />}
      <Section
        heading="h-man"
        title={t('home:manufacturers')}
        note={<a href={url('vehicles', {})}>{t('home:allManufacturers')}</a>}
      >
        {picker.isCut ? (
          <CouldNotLoad>{t('layout:missing.manufacturers')}</CouldNotLoad>
        ) : (
          <Cached
            of={[picker.manufacturers]}
            variant="links"
            view={() => <ManufacturerLinks manufacturers={picker.manufacturers.popular} />}
          />
        )}
      </Section>
    </>
  );
}
