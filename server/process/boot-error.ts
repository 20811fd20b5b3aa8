/** Thrown at boot with a sentence for anyone who starts the shop. */
export class BootError extends Error {}
