import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssue } from '#contract/plan/issues/issues.ts'
import { mergeGroupLabel, mergeProjectLabel, previewProjectLabelMerge } from '#contract/plan/labels/label-merges.ts'
import {
  createGroupLabel,
  createProjectLabel,
  getProjectLabel,
  listProjectLabels,
  subscribeToProjectLabel,
} from '#contract/plan/labels/labels.ts'
import { type Member, outcomeOf, world } from '#test/world/world.ts'

async function labelled() {
  const built = await world()
  const { as, project, build } = built
  const make = async (name: string, priority: number | null = null) =>
    (await as('rita').call(createProjectLabel, { id: project.id, name, color: '#112233', priority })).id
  const labelsOf = async (issue: Awaited<ReturnType<typeof build.issue>>) =>
    (await as('rita').call(getIssue, issue.ref)).labels
  const merge = (labelId: number, intoId: number, who: Member = 'rita') =>
    as(who).call(mergeProjectLabel, { namespace: project.fullPath, labelId, intoId })
  const preview = (labelId: number, intoId: number) =>
    as('rita').call(previewProjectLabelMerge, { namespace: project.fullPath, labelId, intoId })
  return { ...built, make, labelsOf, merge, preview }
}

test('LABEL-010 a merged label is deleted, and its items have the other one, once', async () => {
  const { as, project, build, db, users, make, labelsOf, merge, preview } = await labelled()
  const [bug, defect] = [await make('bug', 3), await make('defect')]
  const one = await build.issue({ labelIds: [bug] })
  const both = await build.issue({ labelIds: [bug, defect], state: 'closed' })
  await as('gus').call(subscribeToProjectLabel, { id: project.id, labelId: bug })
  expect(await preview(bug, defect)).toEqual({ itemsCount: 2, scopedCount: 0 })
  expect(await merge(bug, defect)).toEqual({ isFinished: true })
  expect([await labelsOf(one), await labelsOf(both)]).toEqual([['defect'], ['defect']])
  expect((await as('rita').call(listProjectLabels, { id: project.id })).map(label => label.name)).toEqual(['defect'])
  expect(await as('gus').call(getProjectLabel, { id: project.id, labelId: defect })).toMatchObject({
    subscribed: true,
    priority: 3,
  })
  const event = await db
    .selectFrom('events')
    .select(['actorId', 'payload'])
    .where('name', '=', 'label.merged')
    .execute()
  expect(event).toEqual([
    { actorId: users.rita.id, payload: { labelId: bug, title: 'bug', intoId: defect, intoTitle: 'defect' } },
  ])
})

test('LABEL-010 the history of an item says that its label was merged', async () => {
  const { as, build, db, users, make, merge } = await labelled()
  const [bug, defect] = [await make('bug'), await make('defect')]
  const issue = await build.issue({ labelIds: [bug] })
  await build.issue({})
  await merge(bug, defect)
  const { rows } = await sql`select body, author_id, issuable_id from notes`.execute(db)
  expect(rows).toEqual([{ body: 'merged label `bug` into ~defect', authorId: users.rita.id, issuableId: issue.id }])
  const events = await as('gus').call(issueDiscussion.listLabelEvents, issue.ref)
  expect(events).toMatchObject([{ action: 'add', label: { name: 'defect' } }, { action: 'remove' }])
})

test('LABEL-010 a scoped label takes the place of the others of its scope', async () => {
  const { build, make, labelsOf, merge, preview } = await labelled()
  const [bug, type, feature] = [await make('bug'), await make('type::bug'), await make('type::feature')]
  const issue = await build.issue({ labelIds: [bug, feature] })
  expect(await preview(bug, type)).toEqual({ itemsCount: 1, scopedCount: 1 })
  await merge(bug, type)
  expect(await labelsOf(issue)).toEqual(['type::bug'])
})

test('LABEL-010 a label of more than a thousand items is merged by a job', async () => {
  const { build, db, deliver, make, labelsOf, merge } = await labelled()
  const [bug, defect] = [await make('bug'), await make('defect')]
  const issue = await build.issue({ labelIds: [bug] })
  await sql`with made as (
      insert into issuables (namespace_id, series, type, iid, title, author_id)
      select namespace_id, series, type, 1000 + n, title, author_id from issuables, generate_series(1, 1001) n where id = ${issue.id} returning id, namespace_id)
    insert into issuable_labels (issuable_id, label_id, namespace_id) select id, ${bug}::bigint, namespace_id from made`.execute(
    db,
  )
  expect(await merge(bug, defect)).toEqual({ isFinished: false })
  await deliver()
  expect(await labelsOf(issue)).toEqual(['defect'])
  const { rows } = await sql`select label_id, count(*) as count from issuable_labels group by label_id`.execute(db)
  expect(rows).toEqual([{ labelId: defect, count: 1002 }])
})

test('LABEL-010 a label that is being merged can neither be merged nor merged into', async () => {
  const { build, db, deliver, make, labelsOf, merge } = await labelled()
  const [bug, defect, fault] = [await make('bug'), await make('defect'), await make('fault')]
  const issue = await build.issue({ labelIds: [bug] })
  await sql`with made as (
      insert into issuables (namespace_id, series, type, iid, title, author_id)
      select namespace_id, series, type, 1000 + n, title, author_id from issuables, generate_series(1, 1001) n where id = ${issue.id} returning id, namespace_id)
    insert into issuable_labels (issuable_id, label_id, namespace_id) select id, ${bug}::bigint, namespace_id from made`.execute(
    db,
  )
  await merge(bug, defect)
  for (const [one, other] of [
    [defect, bug],
    [bug, fault],
    [fault, bug],
    [defect, fault],
  ] as const)
    expect(await outcomeOf(merge(one, other))).toBe('conflict')
  await deliver()
  expect(await labelsOf(issue)).toEqual(['defect'])
  expect(await outcomeOf(merge(defect, fault))).toBe('ok')
})

test.each<[Member, string]>([
  ['rita', 'ok'],
  ['gus', 'forbidden'],
  ['nina', 'not_found'],
])('LABEL-010 PERM-002 %s merging labels: %s', async (who, outcome) => {
  const { make, merge } = await labelled()
  const [bug, defect] = [await make('bug'), await make('defect')]
  expect(await outcomeOf(merge(bug, defect, who))).toBe(outcome)
})

test('LABEL-010 a label is merged into one of its place or of a group above, not into itself or a strange one', async () => {
  const { as, group, build, make, merge } = await labelled()
  const bug = await make('bug')
  const wide = (await as('root').call(createGroupLabel, { id: group.id, name: 'wide', color: '#112233' })).id
  const elsewhere = await build.project()
  const strange = (await as('root').call(createProjectLabel, { id: elsewhere.id, name: 'strange', color: '#112233' }))
    .id
  await expect(merge(bug, bug)).rejects.toMatchObject({ status: 400 })
  expect(await outcomeOf(merge(bug, strange))).toBe('not_found')
  // The group's label is not the project's to take away.
  expect(await outcomeOf(merge(wide, bug))).toBe('not_found')
  await expect(
    as('root').call(mergeGroupLabel, { namespace: group.fullPath, labelId: wide, intoId: bug }),
  ).rejects.toMatchObject({ status: 404 })
  expect(await merge(bug, wide)).toEqual({ isFinished: true })
})

test('LABEL-010 two merges that meet leave one of the labels, on every item', async () => {
  const { as, project, build, users, db } = await world({ commits: true })
  const merge = (labelId: number, intoId: number) =>
    outcomeOf(as('rita').call(mergeProjectLabel, { namespace: project.fullPath, labelId, intoId }))
  for (let turn = 0; turn < 12; turn += 1) {
    const [one, other] = [await build.label({ title: `one ${turn}` }), await build.label({ title: `other ${turn}` })]
    const issue = turn % 3 === 0 ? null : await build.issue({ authorId: users.rita.id, labelIds: [one.id] })
    const outcomes = await Promise.all([merge(one.id, other.id), merge(other.id, one.id)])
    const left = await db.selectFrom('labels').select('id').where('id', 'in', [one.id, other.id]).execute()
    expect([outcomes.toSorted(), left.length]).toEqual([['not_found', 'ok'], 1])
    if (issue === null) continue
    const labels = await db.selectFrom('issuableLabels').select('labelId').where('issuableId', '=', issue.id).execute()
    expect(labels.map(each => each.labelId)).toEqual(left.map(each => each.id))
  }
})
