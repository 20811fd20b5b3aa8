/** After the last test of the built shop: ends what `prepare.mts` has started. */
export default async function finish(): Promise<void> {
  await (globalThis as { endSharedRun?: () => Promise<unknown> }).endSharedRun?.();
}
