import { expect, test } from 'vitest'
import { parseSearch } from '#web/api/router/search.ts'
import { issuesInput } from '#web/plan/lists/list-address.ts'
import { inIssueList, timeboxInput } from './timebox-address.ts'

const filters = 'labels[]=bug&not[author_username]=ann&weight=3&search=warp'

test('MILE-009 the filter of the page of a milestone stays in the issue list, whose states and views are its own', () => {
  const search = inIssueList(parseSearch(`${filters}&state=closed&view=4`), { milestone: 'One' })
  const input = issuesInput('weft/loom', search)
  expect(input).toMatchObject({ ...timeboxInput(parseSearch(filters)), milestone: 'One', state: 'all' })
  expect(input.view).toBeUndefined()
})

test('MILE-009 the filter of the page of an iteration stays in the issue list', () => {
  const input = issuesInput('weft/loom', inIssueList(parseSearch(filters), { iteration_id: '7' }))
  expect(input).toMatchObject({ ...timeboxInput(parseSearch(filters)), iterationId: 7 })
})
