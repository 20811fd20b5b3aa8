/** What is not there is null: no reason to fail where a page can do without. @throws whatever else the call does */
export const orNull = <T>(loading: Promise<T>): Promise<T | null> =>
  loading.catch((error) => {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  });
