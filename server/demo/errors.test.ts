import { expect, test } from 'vitest'
import { getErrorOfIssue, listErrors } from '#contract/monitor/error-tracking/errors.ts'
import { type Member, world } from '#test/world/world.ts'
import { makeErrors } from './errors.ts'

test('PLATFORM-014 the demo has errors of each status, and an issue with a stack trace', async () => {
  const { as, db, services, project } = await world()
  const place = { namespace: project.fullPath }
  await makeErrors(db, services, (who, operation, input) => as(who as Member).call(operation, input), project.fullPath)
  const listed = async (issueStatus: 'unresolved' | 'ignored' | 'resolved') =>
    (await as('rita').call(listErrors, { ...place, issueStatus })).errors
  const [first] = await listed('unresolved')
  expect(first).toMatchObject({ type: 'SelectorBusy', count: 15, userCount: 4 })
  expect(await listed('ignored')).toHaveLength(1)
  expect(await listed('resolved')).toHaveLength(1)
  const { error } = await as('rita').call(getErrorOfIssue, { ...place, iid: 1 })
  expect(error.stackTraceEntries.at(-1)).toMatchObject({ filename: 'src/selector.ts', lineNo: 31 })
})
