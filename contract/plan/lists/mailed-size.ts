/** The largest file that is sent by email. The browser loads this file, so it imports nothing. @source product-rules.md 14 */
export const mostMailedMegabytes = 15
