/** Milliseconds that all calls of a request share, those one after another included; what is not there then is missing. */
export const requestPatience = 1500;
/** Part of it that a call may take whose answer its page can do without: 300 ms. */
export const sectionShare = 0.2;
