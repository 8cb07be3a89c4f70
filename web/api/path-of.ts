/** The path of an address of this site. @param url  absolute, or from the root of the site */
export const pathOf = (url: string): string => new URL(url, 'http://site').pathname
