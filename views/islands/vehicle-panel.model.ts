/** Whether the vehicle panel and the catalogue in it are open (specification 4). */
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
/** Opens or closes both panel and catalogue. */
export const setCatalogueActive = (isActive: boolean): PanelState => ({
  vehicleActive: isActive,
  vehicleCatalogActive: isActive,
});
/** Closes the catalogue after a choice. The panel does not change. */
export const vehicleChanged = (state: PanelState): PanelState => ({ ...state, vehicleCatalogActive: false });
