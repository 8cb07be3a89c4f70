/** The largest file that goes out by email. The browser loads this, so it imports nothing. @source product-rules 14 */
export const mostMailedMegabytes = 15
