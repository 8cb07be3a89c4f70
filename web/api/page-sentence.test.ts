import { expect, test } from 'vitest'
import { pageSentence, serverFailed } from './page-sentence.ts'

const forbidden = 'You do not have permission to do this. Your role may have changed, or the project may be archived.'
const gone = 'not found. It was deleted, or you no longer have access to it.'

test.each([
  ['403 Forbidden', forbidden],
  ['403 Forbidden - The project is read-only', 'The project is read-only'],
  ['404 Label Not Found', `Label ${gone}`],
  ['404 Merge Request Not Found', `Merge request ${gone}`],
  ['404 GPG Key Not Found', `GPG key ${gone}`],
  ['404 Not found', `It was ${gone}`],
  [
    "The resource that you are attempting to access does not exist or you don't have permission to perform this action",
    `It was ${gone}`,
  ],
  ['412 Precondition Failed', 'This has changed. Reload the page and try again.'],
  ['500 Internal Server Error', serverFailed],
  ['400 Bad request - Title is too long', 'Title is too long'],
  ['Title is too long', 'Title is too long'],
])('pages show no terms of the API: %s', (said, shown) => {
  expect(pageSentence(said)).toBe(shown)
})
