import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  autocompleteUsers,
  bulkUpdateIssues,
  deleteIssueEntity,
  getIssueChanges,
  getIssueEntity,
} from '#contract/plan/issue-page-calls.ts'
import { getIssue } from '#contract/plan/issues.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { visibleIssues } from '#server/access/visible.ts'
import { issueById } from '#server/plan/issuables/find.ts'
import { world } from '#test/world/world.ts'

test.each(['root', 'olga', 'rita', 'gus', 'nina', 'anon'] as const)(
  'PERM-003 %s finds in lists exactly what opens',
  async who => {
    const { as, build, users, db } = await world()
    const open = await build.project({ visibility: 'public' })
    const inside = await build.project({ visibility: 'internal' })
    const members = await build.project({ visibility: 'public', members: { [users.gus.id]: 10 } })
    await db.updateTable('projects').set({ issuesAccessLevel: 'private' }).where('id', '=', members.id).execute()
    for (const projectId of [undefined, open.id, inside.id, members.id]) {
      const at = projectId === undefined ? {} : { projectId }
      await build.issue(at)
      await build.issue({ ...at, confidential: true })
      await build.issue({ ...at, confidential: true, authorId: users.gus.id })
      await build.issue({ ...at, confidential: true, assigneeIds: [users.nina.id] })
      await build.issue({ ...at, hidden: true })
    }
    const { ctx } = as(who)
    const { rows } = await sql<{
      id: number
    }>`select i.id from issuables i where ${visibleIssues(ctx.actor, 'i')} order by i.id`.execute(db)
    const all = await db.selectFrom('issuables').select('id').orderBy('id').execute()
    const opened: number[] = []
    for (const { id } of all)
      if ((await loadIfAllowed(ctx, 'issue:read', issueById, { issueId: id })) !== null) opened.push(id)
    expect(rows.map(row => row.id)).toEqual(opened)
  },
)

test('many issues change at once, as far as the actor may change them', async () => {
  const { as, build, project, users } = await world()
  const bug = await build.label({ title: 'bug' })
  const docs = await build.label({ title: 'docs' })
  const milestone = await build.milestone()
  const one = await build.issue({ labelIds: [docs.id] })
  const two = await build.issue({ milestoneId: milestone.id })
  const elsewhere = await build.issue({ projectId: (await build.project({ visibility: 'public' })).id })
  const issuableIds = [one.id, two.id, elsewhere.id].join(',')
  const update = {
    issuableIds,
    addLabelIds: [bug.id],
    removeLabelIds: [docs.id],
    assigneeIds: [String(users.dan.id)],
    milestoneId: '' as const,
    stateEvent: 'close' as const,
  }
  expect(await as('rita').call(bulkUpdateIssues, { namespace: project.fullPath, update })).toEqual({
    notice: '2 issues updated',
  })
  expect(await as('rita').call(getIssue, one.ref)).toMatchObject({
    labels: ['bug'],
    state: 'closed',
    assignees: [{ username: 'dan' }],
  })
  expect(await as('rita').call(getIssue, two.ref)).toMatchObject({ labels: ['bug'], milestone: { id: milestone.id } })
  const clear = { issuableIds: String(two.id), milestoneId: 0, assigneeIds: ['0'] }
  await as('rita').call(bulkUpdateIssues, { namespace: project.fullPath, update: clear })
  expect(await as('rita').call(getIssue, two.ref)).toMatchObject({ milestone: null, assignees: [], labels: ['bug'] })
  expect(await as('gus').call(bulkUpdateIssues, { namespace: project.fullPath, update })).toEqual({
    notice: '0 issues updated',
  })
})

test('ISSUE-029, ISSUE-033, ISSUE-035 the page reads its issue, asks for changes and deletes after asking once more', async () => {
  const { as, build, project, db } = await world()
  const issue = await build.issue({ title: 'Loud', description: 'x' })
  const page = { namespace: project.fullPath, iid: issue.iid }
  expect(await as('gus').call(getIssueEntity, page)).toMatchObject({
    title: 'Loud',
    lockVersion: 0,
    currentUser: { canUpdate: false, canCreateNote: true, canSetIssueMetadata: false },
  })
  const polled = await as('gus').reply(getIssueChanges, page)
  expect(polled).toMatchObject({
    headers: { 'poll-interval': '3000' },
    body: { title_text: 'Loud', description_text: 'x', lock_version: 0 },
  })
  expect(await as('olga').reply(deleteIssueEntity, page)).toMatchObject({ status: 422 })
  expect(await as('olga').call(deleteIssueEntity, { ...page, destroyConfirm: true })).toEqual({
    webUrl: 'http://weft.test/weft/loom/-/issues',
  })
  expect(await db.selectFrom('issuables').select('id').where('id', '=', issue.id).execute()).toEqual([])
})

test('ASSIGN-004 people to choose from are the project’s members, the best match first', async () => {
  const { as, project, users } = await world()
  const names = async (input: object) =>
    (
      (await as('rita').reply(autocompleteUsers, { projectId: project.id, ...input })).body as { username: string }[]
    ).map(user => user.username)
  expect(await names({})).toEqual(['dan', 'gus', 'mina', 'olga', 'rita'])
  expect(await names({ currentUser: true, authorId: users.olga.id })).toEqual(['rita', 'olga', 'dan', 'gus', 'mina'])
  expect(await names({ search: 'A', skipUsers: [users.dan.id] })).toEqual(['mina', 'olga', 'rita'])
  await expect(as('nina').call(autocompleteUsers, { projectId: project.id })).rejects.toMatchObject({
    kind: 'not_found',
  })
  await expect(as('anon').call(autocompleteUsers, {})).rejects.toMatchObject({ kind: 'unauthenticated' })
})
