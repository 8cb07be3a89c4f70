import { expect, test } from 'vitest'
import { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { getIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { type World, world } from '#test/world/world.ts'

/** The system notes of an issue, with their authors. */
async function history(db: World['db'], issuableId: number) {
  const notes = await db
    .selectFrom('notes')
    .innerJoin('users', 'users.id', 'notes.authorId')
    .select(['users.username', 'notes.body'])
    .where('issuableId', '=', issuableId)
    .where('system', '=', true)
    .execute()
  return notes.map(note => `${note.username} ${note.body}`).sort()
}

test('LABEL-008 labels that several people add and remove at the same moment all hold, each in its author’s name', async () => {
  const { as, build, db, project, users } = await world({ commits: true })
  for (const title of ['old', 'one', 'two', 'three']) await build.label({ title })
  const labels = await db.selectFrom('labels').select(['id', 'title']).execute()
  const ids = (...titles: readonly string[]) => labels.filter(each => titles.includes(each.title)).map(each => each.id)
  const issue = await build.issue({ authorId: users.rita.id })
  await as('olga').call(updateIssue, { ...issue.ref, labels: ['old'] })
  const page = { namespace: project.fullPath, iid: issue.iid }
  await Promise.all([
    as('rita').call(updateIssueEntity, { ...page, issue: { addLabelIds: ids('one') } }),
    as('dan').call(updateIssueEntity, { ...page, issue: { addLabelIds: ids('two'), removeLabelIds: ids('old') } }),
    as('mina').call(updateIssue, { ...issue.ref, addLabels: ['three'] }),
  ])
  expect((await as('rita').call(getIssue, issue.ref)).labels).toEqual(['one', 'three', 'two'])
  expect(await history(db, issue.id)).toEqual([
    'dan added ~two label and removed ~old label',
    'mina added ~three label',
    'olga added ~old label',
    'rita added ~one label',
  ])
})

test('if two people add the same label at the same time, one of them has added it', async () => {
  const { as, build, db } = await world({ commits: true })
  await build.label({ title: 'bug' })
  const issue = await build.issue()
  const add = (who: 'rita' | 'dan') => as(who).call(updateIssue, { ...issue.ref, addLabels: ['bug'] })
  await Promise.all([add('rita'), add('dan')])
  expect(await history(db, issue.id)).toEqual([expect.stringMatching(/^(rita|dan) added ~bug label$/)])
})

test('labels of one scope that come at once leave one of them', async () => {
  const { as, build } = await world({ commits: true })
  for (const title of ['p::1', 'p::2', 'p::3']) await build.label({ title })
  const issue = await build.issue()
  const add = (label: string) => as('rita').call(updateIssue, { ...issue.ref, addLabels: [label] })
  await Promise.all(['p::1', 'p::2', 'p::3'].map(add))
  expect((await as('rita').call(getIssue, issue.ref)).labels).toHaveLength(1)
})

test('assignees that come and go at the same moment all hold', async () => {
  const { as, build, project, users } = await world({ commits: true })
  const issue = await build.issue()
  await as('olga').call(updateIssue, { ...issue.ref, assigneeIds: [users.gus.id] })
  const page = { namespace: project.fullPath, iid: issue.iid }
  await Promise.all([
    as('rita').call(updateIssueEntity, { ...page, issue: { addAssigneeIds: [users.rita.id] } }),
    as('dan').call(updateIssueEntity, { ...page, issue: { addAssigneeIds: [users.dan.id] } }),
    as('mina').call(updateIssueEntity, { ...page, issue: { removeAssigneeIds: [users.gus.id] } }),
  ])
  const { assignees } = await as('rita').call(getIssue, issue.ref)
  expect(assignees.map(each => each.username).sort()).toEqual(['dan', 'rita'])
})

test('a whole list and a part of it do not come together', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue()
  const page = { namespace: project.fullPath, iid: issue.iid }
  expect(
    await as('rita').reply(updateIssueEntity, { ...page, issue: { labelIds: [1], addLabelIds: [2] } }),
  ).toMatchObject({ status: 400 })
})
