/** The server runs another build than the one that served this page. */
export class OutOfDate extends Error {}
