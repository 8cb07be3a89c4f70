import { expect, test } from 'vitest'
import { createIssue, deleteIssue, getIssue, listProjectIssues, updateIssue } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'

test('an issue is created, read, changed, listed and deleted', async () => {
  const { as, project } = await world()
  const rita = as('rita')
  const made = await rita.call(createIssue, {
    id: project.fullPath,
    title: '  Looms are loud ',
    description: '- [ ] oil\n- [x] look',
    labels: ['bug', 'priority::high'],
    weight: 3,
    dueDate: '2026-12-24',
  })
  expect(made).toMatchObject({
    iid: 1,
    title: 'Looms are loud',
    state: 'opened',
    labels: ['bug', 'priority::high'],
    weight: 3,
    dueDate: '2026-12-24',
    taskCompletionStatus: { count: 2, completedCount: 1 },
    taskStatus: '1 of 2 checklist items completed',
    subscribed: true,
    webUrl: 'http://weft.test/weft/loom/-/issues/1',
    references: { short: '#1', relative: '#1', full: 'weft/loom#1' },
  })
  const ref = { id: project.id, issueIid: made.iid }
  expect(await rita.call(getIssue, ref)).toEqual(made)
  const changed = await rita.call(updateIssue, {
    ...ref,
    title: 'Looms hum',
    addLabels: ['priority::low'],
    stateEvent: 'close',
  })
  expect(changed).toMatchObject({
    title: 'Looms hum',
    state: 'closed',
    labels: ['bug', 'priority::low'],
    closedBy: { username: 'rita' },
  })
  const list = await rita.reply(listProjectIssues, { id: project.id })
  expect(list.body).toHaveLength(1)
  expect(list.headers['x-total']).toBe('1')
  await as('olga').call(deleteIssue, ref)
  await expect(rita.call(getIssue, ref)).rejects.toMatchObject({ kind: 'not_found' })
})
