import type { DatabaseSync } from 'node:sqlite';

/**
 * Fills what follows from the products alone: leaves in the order of the default sort, and how many there are of each
 * kind.
 */
export function fillProductLists(database: DatabaseSync): void {
  database.exec(`
    delete from leaf_product;
    insert into leaf_product select category_id, row_number() over (partition by category_id order by popularity desc, id), id
      from product order by 1, 2;
    update brand set article_count = (select count(*) from product where brand_id = brand.id);
    with recursive own (id, up) as (
      select id, id from category union all
      select own.id, category.parent_id from own join category on category.id = own.up where category.parent_id is not null
    ), counted (id, products) as (select category_id, count(*) from product group by category_id)
    update category set product_count = coalesce(
      (select sum(counted.products) from own join counted on counted.id = own.id where own.up = category.id), 0);
  `);
}
