import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createIssue, getIssue } from '#contract/plan/issues/issues.ts'
import { readersAmong } from '#server/plan/issuables/readers-among.ts'
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

test('the readers of an issue are found by the rule of issues alone', async () => {
  const { db } = await world()
  const statement = sql`${readersAmong('i', 'n', true)}`.compile(db).sql
  expect(statement).toContain('issues_access_level')
  expect(statement).not.toMatch(/merge_requests_access_level|has_membership_below|"series"/)
})
