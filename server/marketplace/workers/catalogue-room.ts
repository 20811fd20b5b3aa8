import { createRoomServer } from '../http/http.js';
import { CatalogueStore } from '../store/catalogue-store.js';
import { plateRegister } from '../vehicles/plate-register.js';
import { catalogueHandlers } from './catalogue-handlers.js';
import { openRoom, type StartRoom } from './room.js';

/** The program of the catalogue thread. */
export const startRoom: StartRoom = async ({ dataDir, settings = {}, port = 0, catalogueTimes }) => {
  const catalogue = await CatalogueStore.open(dataDir, catalogueTimes);
  const register = settings.platesUrl === undefined ? null : plateRegister(settings.platesUrl);
  const server = createRoomServer('catalogue', catalogueHandlers(register), catalogue, settings.trust);
  return openRoom(server, catalogue, port);
};
