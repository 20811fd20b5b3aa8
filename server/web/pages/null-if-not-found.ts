/** Turns a 404 into null, for data that a page can omit. @throws every other error */
export const nullIfNotFound = <T>(loading: Promise<T>): Promise<T | null> =>
  loading.catch((error) => {
    if ((error as { status?: number }).status === 404) return null;
    throw error;
  });
