/** Null for a 404, where a page can do without the data. @throws whatever else the call does */
export const nullIfNotFound = <T>(loading: Promise<T>): Promise<T | null> =>
  loading.catch((error) => {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  });
