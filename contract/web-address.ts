/** Whether a text is a URL that a browser may be sent to: one of a script would run on the page. */
export const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
