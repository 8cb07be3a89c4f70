/** Whether a text is a URL that a browser may be sent to: one of a script would run on the page. */
export const isWebAddress = (text: string): boolean => hasProtocol(text, ['http:', 'https:'])

/** Whether a text is a URL with one of these protocols, on one line: parsers of URLs pass over line breaks, headers of replies do not. */
export const hasProtocol = (text: string, protocols: readonly string[]): boolean =>
  !/\p{Cc}/u.test(text) && protocols.includes(URL.parse(text)?.protocol ?? '')
