/** After the last test of the built shop: ends the shop that `prepare.mts` has started. */
export default async function finish(): Promise<void> {
  await (globalThis as { stopSharedShop?: () => Promise<void> }).stopSharedShop?.();
}
