/** A step of the navigation (specification 3, "Navigation item"). */
export type NavigationItem = NavigationList | NavigationLink;
export interface NavigationList {
  type: 'list';
  label: string;
  /** Key that opens the list: `urlId` of a category, or `manufacturers`. */
  id: string;
  /** Content of the list; null while it is closed. */
  body: NavigationItem[] | null;
}
export interface NavigationLink {
  type: 'vehicle' | 'category' | 'link';
  label: string;
  link: string;
  /** Crawlers may follow it (D9). */
  linked: boolean;
}
export interface MenuModel {
  items: NavigationItem[];
  /** Some items could not be loaded. */
  isCut: boolean;
}
