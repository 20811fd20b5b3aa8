import { createRoomServer } from '../http/http.js';
import { CatalogueStore } from '../store/catalogue-store.js';
import { catalogueHandlers } from './catalogue-handlers.js';
import { openRoom, type StartRoom } from './room.js';

/** The program of the catalogue thread. */
export const startRoom: StartRoom = async ({ dataDir, port = 0, catalogueTimes }) => {
  const catalogue = await CatalogueStore.open(dataDir, catalogueTimes);
  return openRoom(createRoomServer('catalogue', catalogueHandlers, catalogue), catalogue, port);
};
