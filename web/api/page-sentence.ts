export const serverFailed = 'Something went wrong on the server. Try again in a moment.'
export const forbidden =
  'You do not have permission to do this. Your role may have changed, or the project may be archived.'
const gone = 'not found. It was deleted, or you no longer have access to it.'

/** GraphQL uses one message for not found and forbidden. */
export const isNotAvailable = (said: string): boolean => said.startsWith('The resource that you are')

/**
 * Turn a message of the API into a sentence for the page: statuses and terms of the API are replaced, sentences stay as
 * they are.
 */
export function pageSentence(said: string): string {
  if (isNotAvailable(said)) return `It was ${gone}`
  const [, status, words = ''] = /^(\d{3}) (.*)$/s.exec(said) ?? []
  if (status === undefined) return said
  const [, reason] = /^(?:Forbidden|\(?Bad request\)?) - (.*)$/s.exec(words) ?? []
  if (reason !== undefined) return reason
  // "404 Merge Request Not Found".
  const what = words.replace(/ ?Not found$/i, '').replace(/ [A-Z](?=[a-z])/g, letter => letter.toLowerCase())
  if (status === '404') return `${what || 'It was'} ${gone}`
  if (status === '403') return forbidden
  if (status === '405' || status === '412') return 'This has changed. Reload the page and try again.'
  return status >= '500' ? serverFailed : words
}
