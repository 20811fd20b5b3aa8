import type { Request } from '../../contract/handler-types.js';
import type { CatalogueTables } from '../store/catalogue-tables.js';
import type { Generation } from '../store/generation.js';

type ContextProduct = Pick<CatalogueTables['product'], 'id' | 'brand_id' | 'category_id'>;

/** Whether a part belongs to everything that offers are asked in the context of (specification 3). */
export async function isInContext(
  generation: Generation,
  product: ContextProduct,
  request: Request<'offers'>,
): Promise<boolean> {
  const { brand, topLevelCategory } = request;
  const category = generation.categories.all.get(product.category_id);
  if (!category) return false;
  const path = [...generation.categories.ancestors(category), category];
  if (brand !== undefined && product.brand_id !== Number(brand)) return false;
  for (const requested of [request.category, request.categoryId])
    if (requested !== undefined && !path.some(({ id }) => id === Number(requested))) return false;
  if (topLevelCategory !== undefined && path[0]?.id !== Number(topLevelCategory)) return false;
  return category.is_universal === 1 || fitsVehicle(generation, product.id, request);
}

async function fitsVehicle(
  { db, vehicles }: Generation,
  productId: number,
  { vehicleManufacturerId, vehicleSeriesGroupId, vehicleModelId }: Request<'offers'>,
): Promise<boolean> {
  const wanted = [
    vehicleManufacturerId !== undefined &&
      db
        .selectFrom('fitment_manufacturer')
        .select('product_id')
        .where('manufacturer_id', '=', Number(vehicleManufacturerId))
        .where('product_id', '=', productId)
        .limit(1),
    vehicleSeriesGroupId !== undefined &&
      db
        .selectFrom('fitment_series_page')
        .select('product_id')
        .where('series_page_id', '=', Number(vehicleSeriesGroupId))
        .where('product_id', '=', productId)
        .limit(1),
    vehicleModelId !== undefined &&
      db
        .selectFrom('product_model')
        .select('product_id')
        .where('product_id', '=', productId)
        .where('model_number', '=', vehicles.model(vehicleModelId)?.number ?? 0)
        .limit(1),
  ];
  for (const query of wanted) if (query && !(await query.executeTakeFirst())) return false;
  return true;
}
