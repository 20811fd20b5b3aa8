import { createServiceServer } from '../http/http.js';
import { CatalogueStore } from '../store/catalogue-store.js';
import { plateRegister } from '../vehicles/plate-register.js';
import { catalogueHandlers } from './catalogue-handlers.js';
import { openService, type StartService } from './service.js';

/** The program of the catalogue thread. */
export const startService: StartService = async ({ dataDir, settings = {}, port = 0, catalogueTimes }) => {
  const catalogue = await CatalogueStore.open(dataDir, { times: catalogueTimes, withLists: true });
  const register = settings.platesUrl === undefined ? null : plateRegister(settings.platesUrl);
  const server = createServiceServer('catalogue', catalogueHandlers(register), catalogue, settings.trust);
  return openService(server, catalogue, port);
};
