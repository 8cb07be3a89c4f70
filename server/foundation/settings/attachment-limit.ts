/** Bytes of one file that a request may bring. */
export const attachmentLimitBytes = 100 * 1024 * 1024
