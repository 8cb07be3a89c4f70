import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { searchDelayMs } from './use-debounced.ts'

test('POLL-022 typing rests for 250 ms before a search', () => {
  expect(searchDelayMs).toBe(250)
})

// The hooks wait on a clock of the browser: that no other pause is named is read from their code.
test.each([
  '../plan/pickers/search.ts',
  '../plan/issues/page/related/AddRelatedForm.tsx',
  '../plan/epics/page/AddChildrenForm.tsx',
  '../plan/lists/filter/suggestions.tsx',
  '../code/merge-requests/page/AddDependenciesForm.tsx',
  '../discuss/CommentSearch.tsx',
])('POLL-022 the choices of %s wait as long as all others', path => {
  const code = readFileSync(new URL(path, import.meta.url), 'utf8')
  const pauses = [...code.matchAll(/use(?:Debounced|SearchText)\(((?:[^()]|\([^()]*\)|\((?:[^()]|\([^()]*\))*\))*)\)/g)]
  expect(pauses.length).toBeGreaterThan(0)
  for (const [, given = ''] of pauses) expect(given).not.toMatch(/,\s*[\w.]*(?:Ms|\d)\s*$/)
})
