/** The vehicle panel and the catalogue inside it, each open or closed (specification 4). */
export interface PanelState {
  vehicleActive: boolean;
  vehicleCatalogActive: boolean;
}
export const closedPanel: PanelState = { vehicleActive: false, vehicleCatalogActive: false };

/** Opens or closes the panel; closing it closes the catalogue. */
export const setPanelActive = (state: PanelState, isActive: boolean): PanelState => ({
  vehicleActive: isActive,
  vehicleCatalogActive: isActive && state.vehicleCatalogActive,
});
/** Sets both flags the same. */
export const setCatalogueActive = (isActive: boolean): PanelState => ({
  vehicleActive: isActive,
  vehicleCatalogActive: isActive,
});
/** Another vehicle has been chosen: the catalogue has done its work, the panel stays as it is. */
export const vehicleChanged = (state: PanelState): PanelState => ({ ...state, vehicleCatalogActive: false });
