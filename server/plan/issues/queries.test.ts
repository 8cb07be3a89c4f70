import { expect, test } from 'vitest'
import { createIssue, getIssue } from '#contract/plan/issues.ts'
import { world } from '#test/world/world.ts'

test('one issue is found, checked and shown by one statement', async () => {
  const { as, project, statements } = await world()
  const { iid } = await as('rita').call(createIssue, { id: project.id, title: 'Secret', confidential: true })
  const ask = (who: 'rita' | 'gus' | 'nina' | 'anon', id: number | string = project.id) =>
    as(who).call(getIssue, { id, issueIid: iid })
  expect(await statements(() => ask('rita'))).toBe(1)
  expect(await statements(() => ask('rita', project.fullPath))).toBe(1)
  expect(await ask('rita')).toMatchObject({ title: 'Secret', subscribed: true, blockingIssuesCount: 0 })
  for (const who of ['gus', 'nina', 'anon'] as const)
    await expect(ask(who)).rejects.toMatchObject({ kind: 'not_found' })
})
