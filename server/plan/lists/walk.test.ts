import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transferProject } from '#contract/foundation/projects.ts'
import { getGroupIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import {
  getGroupIssuesStatistics,
  getProjectIssuesStatistics,
  issueOrders,
  listGroupIssues,
  listProjectIssues,
} from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-004 the list of a group puts the issues of its projects in one order, page by page, as far as they are known', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'outer', visibility: 'public' })
  const open = await build.project({ parent: group, visibility: 'public' })
  const other = await build.project({ parent: group, visibility: 'public' })
  const secret = await build.project({ parent: group, members: { [users.gus.id]: 20 } })
  const made: { readonly at: { readonly id: number }; readonly id: number }[] = []
  for (let number = 0; number < 60; number += 1) {
    const at = [open, other, secret][number % 3]
    if (at)
      made.push({ at, ...(await build.issue({ projectId: at.id, title: `Issue ${number}`, weight: number % 7 })) })
  }
  const known = (seen: readonly number[]) => made.filter(each => seen.includes(each.at.id)).map(each => each.id)
  const all = known([open.id, other.id, secret.id])
  const shown = known([open.id, other.id])
  for (const [who, expected] of [
    ['gus', all],
    ['nina', shown],
  ] as const) {
    const first = await as(who).call(getGroupIssuesPage, { namespace: 'outer' })
    const second =
      first.next === null ? null : await as(who).call(getGroupIssuesPage, { namespace: 'outer', cursor: first.next })
    const ids = [...first.issues, ...(second?.issues ?? [])].map(issue => issue.id)
    expect(ids).toEqual(expected.toReversed())
    if (second?.previous) {
      const back = await as(who).call(getGroupIssuesPage, { namespace: 'outer', cursor: second.previous })
      expect(back.issues.map(issue => issue.id)).toEqual(first.issues.map(issue => issue.id))
    }
  }
  const byWeight = await as('nina').call(listGroupIssues, { id: group.id, orderBy: 'weight', sort: 'asc', page: 2 })
  const weights = byWeight.map(issue => issue.weight)
  expect(weights).toEqual(weights.toSorted((a, b) => Number(a) - Number(b)))
  expect(byWeight).toHaveLength(20)
})

test.each(['due_date', 'weight', 'relative_position', 'title', 'closed_at', 'comments', 'time_spent'] as const)(
  'the page before another is the one that led to it, also where some issues have no value: by %s',
  async orderBy => {
    const { as, build } = await world()
    const group = await build.group({ path: 'outer', visibility: 'public' })
    const project = await build.project({ parent: group, visibility: 'public' })
    for (let number = 0; number < 110; number += 1)
      await build.issue({
        projectId: project.id,
        title: `Issue ${number % 3}`,
        ...(number < 70 ? { weight: number % 7, dueDate: `2026-01-0${(number % 7) + 1}` } : {}),
      })
    for (const sort of ['asc', 'desc'] as const) {
      const pageAt = (cursor: string | null) =>
        as('nina').call(getGroupIssuesPage, {
          namespace: 'outer',
          orderBy,
          sort,
          ...(cursor === null ? {} : { cursor }),
        })
      const idsOf = ({ issues }: Awaited<ReturnType<typeof pageAt>>) => issues.map(issue => issue.id)
      const first = await pageAt(null)
      const second = await pageAt(first.next)
      const third = await pageAt(second.next)
      expect(idsOf(third)).toHaveLength(10)
      expect(idsOf(await pageAt(third.previous))).toEqual(idsOf(second))
      expect(idsOf(await pageAt(second.previous))).toEqual(idsOf(first))
    }
  },
)

test.each(issueOrders.flatMap(order => (['asc', 'desc'] as const).map(sort => [order, sort] as const)))(
  'PLATFORM-004 small pages of a group by %s %s are the beginning of its whole list',
  async (orderBy, sort) => {
    const { as, build, users, db } = await world()
    const group = await build.group({ path: 'outer', visibility: 'public' })
    for (let number = 0; number < 6; number += 1) {
      const { id: projectId } = await build.project({ parent: group, visibility: 'public' })
      const milestone = await build.milestone({
        namespaceId: projectId,
        title: 'v1',
        ...(number % 2 === 0 ? { dueDate: `2026-0${number + 1}-10` } : {}),
      })
      const label = await build.label({
        namespaceId: projectId,
        title: 'bug',
      })
      if (number % 3 === 0)
        await db
          .insertInto('labelPriorities')
          .values({ projectId, labelId: label.id, priority: number + 1 })
          .execute()
      for (let nth = 0; nth < 4; nth += 1)
        await build.issue({
          projectId,
          title: `Issue ${(number * 5 + nth * 7) % 11}`,
          createdAt: new Date(Date.UTC(2026, 0, 1 + ((number * 7 + nth * 5) % 12))).toISOString(),
          ...(nth % 2 === 0 ? { milestoneId: milestone.id } : {}),
          ...(nth % 3 === 0 ? { labelIds: [label.id] } : {}),
          weight: (number + nth) % 4,
          state: nth === 3 ? 'closed' : 'opened',
        })
    }
    for (const state of ['opened', 'all'] as const) {
      const asked = { id: group.id, state, orderBy, sort }
      const whole = await as(users.nina.id).call(listGroupIssues, { ...asked, perPage: 100 })
      expect(whole).toHaveLength(state === 'all' ? 24 : 18)
      const pages: number[] = []
      for (const page of [1, 2, 3, 4])
        pages.push(
          ...(await as(users.nina.id).call(listGroupIssues, { ...asked, perPage: 2, page })).map(issue => issue.id),
        )
      expect(pages).toEqual(whole.slice(0, 8).map(issue => issue.id))
    }
  },
)

test.each([
  ['asc', {}],
  ['desc', {}],
  ['asc', { state: 'opened' }],
  ['desc', { state: 'closed' }],
  ['asc', { weight: 1 }],
  ['asc', { labels: ['b'], state: 'opened' }],
] as const)(
  'PLATFORM-004 by label priority %s, the pages of a group go by the most important label of each issue: %j',
  async (sort, filter) => {
    const { as, build, db } = await world()
    const group = await build.group({ path: 'outer', visibility: 'public' })
    const shared = await build.label({ namespaceId: group.id, title: 'shared' })
    for (const [index, ranks] of [[3, 1, 1], [1, 2], [], [2, 2]].entries()) {
      const isSecret = index === 3
      const { id } = await build.project({ parent: group, visibility: isSecret ? 'private' : 'public' })
      const labels = [shared]
      for (const title of ['a', 'b']) labels.push(await build.label({ namespaceId: id, title }))
      const ranked = ranks.flatMap((priority, nth) =>
        labels[nth] === undefined ? [] : { projectId: id, labelId: labels[nth].id, priority },
      )
      if (ranked.length > 0) await db.insertInto('labelPriorities').values(ranked).execute()
      for (let nth = 0; nth < 9; nth += 1)
        await build.issue({
          projectId: id,
          labelIds: labels.flatMap((label, place) => ((nth >> place) % 2 === 1 ? label.id : [])),
          weight: nth % 2,
          state: nth % 3 === 2 ? 'closed' : 'opened',
          confidential: nth === 7,
        })
    }
    await sql`update issuables set hidden = true where iid = 4`.execute(db)
    for (const who of ['nina', 'root'] as const) {
      const asked = { id: group.id, perPage: 100, ...filter, labels: [...('labels' in filter ? filter.labels : [])] }
      const all = (await as(who).call(listGroupIssues, asked)).map(issue => issue.id)
      expect(all.length).toBeGreaterThan(2)
      const { rows } = await sql<{ id: number }>`select i.id from issuables i left join (
          select il.issuable_id, min(p.priority) as priority from issuable_labels il
            join label_priorities p on p.label_id = il.label_id and p.project_id = il.namespace_id group by 1) r on r.issuable_id = i.id
        where i.id = any (${all}::bigint[]) order by r.priority ${sql.raw(sort)} nulls last, i.id desc`.execute(db)
      const pages: number[] = []
      for (let page = 1; page <= Math.ceil(all.length / 4); page += 1)
        pages.push(
          ...(await as(who).call(listGroupIssues, { ...asked, orderBy: 'label_priority', sort, perPage: 4, page })).map(
            issue => issue.id,
          ),
        )
      expect(pages).toEqual(rows.map(row => row.id))
    }
  },
)

test('PLATFORM-004 a page of the newest issues of many projects is the same as project by project, in both directions', async () => {
  const { as, build, users, db } = await world()
  const group = await build.group({ path: 'outer', visibility: 'public' })
  const made: { readonly id: number; readonly createdAt: string; readonly closedAt: string | null }[] = []
  for (let number = 0; number < 24; number += 1) {
    const isSecret = number % 4 === 3
    const { id: projectId } = await build.project({ parent: group, visibility: isSecret ? 'private' : 'public' })
    const createdAt = new Date(Date.UTC(2026, 0, 1 + ((number * 7) % 24))).toISOString()
    const closedAt = number % 3 === 0 ? new Date(Date.UTC(2026, 1, 1 + ((number * 5) % 24))).toISOString() : null
    const { id } = await build.issue({ projectId, createdAt, state: closedAt === null ? 'opened' : 'closed' })
    await db.updateTable('issuables').set({ closedAt }).where('id', '=', id).execute()
    if (!isSecret) made.push({ id, createdAt, closedAt })
  }
  const stranger = as(users.nina.id)
  const byCreation = made.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt)).map(issue => issue.id)
  for (const [sort, expected] of [
    ['asc', byCreation],
    ['desc', byCreation.toReversed()],
  ] as const) {
    const pages: number[] = []
    for (const page of [1, 2, 3, 4])
      pages.push(
        ...(await stranger.call(listGroupIssues, { id: group.id, sort, perPage: 5, page })).map(each => each.id),
      )
    expect(pages).toEqual(expected)
  }
  const closed = made.filter(each => each.closedAt !== null)
  const byClosing = closed.toSorted((a, b) => String(b.closedAt).localeCompare(String(a.closedAt))).map(each => each.id)
  const open = made.filter(each => each.closedAt === null).map(each => each.id)
  const query = async (args: string) => {
    const { data } = await askGraphql(
      stranger.ctx,
      `{ group(fullPath: "outer") { issues(includeSubgroups: true, ${args}) { nodes { id } } } }`,
    )
    return data.group.issues.nodes.map((each: { id: string }) => Number(each.id.split('/').at(-1)))
  }
  expect(await query('first: 4, sort: CLOSED_AT_DESC')).toEqual(byClosing.slice(0, 4))
  expect(await query('first: 4, sort: CLOSED_AT_ASC')).toEqual(byClosing.toReversed().slice(0, 4))
  expect(await query('sort: CLOSED_AT_DESC')).toEqual([...byClosing, ...open.toReversed()])
  expect(await query('last: 4')).toEqual(byCreation.slice(0, 4).toReversed())
  expect(await query('last: 4, sort: CREATED_ASC')).toEqual(byCreation.slice(-4))
})

test('PLATFORM-004 the issues of a group with a label are counted once each, as far as they are known', async () => {
  const { as, build, users } = await world()
  const group = await build.group({ path: 'outer', visibility: 'public' })
  const ofGroup = await build.label({ namespaceId: group.id, title: 'bug' })
  for (const visibility of ['public', 'public', 'private'] as const) {
    const { id: projectId } = await build.project({ parent: group, visibility })
    const ofProject = await build.label({ namespaceId: projectId, title: 'bug' })
    const other = await build.label({ namespaceId: projectId, title: 'chore' })
    await build.issue({ projectId, labelIds: [ofGroup.id, ofProject.id] })
    await build.issue({ projectId, labelIds: [ofProject.id], weight: 2 })
    await build.issue({ projectId, labelIds: [ofProject.id], state: 'closed' })
    await build.issue({ projectId, labelIds: [ofGroup.id], confidential: true })
    await build.issue({ projectId, labelIds: [other.id] })
  }
  const counts = async (asked: { readonly labels: string[]; readonly weight?: number }) =>
    (await as(users.nina.id).call(getGroupIssuesStatistics, { id: group.id, ...asked })).statistics.counts
  expect(await counts({ labels: ['bug'] })).toEqual({ opened: 4, closed: 2, all: 6 })
  expect(await counts({ labels: ['bug'], weight: 2 })).toEqual({ opened: 2, closed: 0, all: 2 })
})

/** A project with labels and milestones of its own and of two groups: the one it was made in, and the one it was moved to. */
async function transferred() {
  const made = await world()
  const { as, build, users } = made
  const members = { [users.olga.id]: 50 }
  const from = await build.group({ path: 'from', visibility: 'public', members })
  const to = await build.group({ path: 'to', visibility: 'public', members })
  const project = await build.project({ path: 'moving', visibility: 'public', parent: from })
  const planOf = async (namespaceId: number, dueDate: string) => ({
    label: await build.label({ namespaceId, title: 'bug' }),
    milestone: await build.milestone({ namespaceId, title: 'v1', dueDate }),
  })
  const former = await planOf(from.id, '2026-03-02')
  const own = await planOf(project.id, '2026-03-03')
  const issue = (title: string, milestone: { readonly id: number } | null, ...labels: { readonly id: number }[]) =>
    build.issue({
      projectId: project.id,
      title,
      labelIds: labels.map(label => label.id),
      ...(milestone === null ? {} : { milestoneId: milestone.id }),
    })
  await issue('a', former.milestone, former.label)
  await issue('b', null, former.label, own.label)
  await issue('c', own.milestone)
  await issue('d', null, own.label)
  await as('olga').call(transferProject, { id: project.id, namespace: 'to' })
  const present = await planOf(to.id, '2026-03-01')
  await issue('e', present.milestone, former.label, present.label)
  return { ...made, project, to }
}

test.each([
  ['milestone_due', 'eacdb'],
  ['priority', 'eacdb'],
  ['label_priority', 'edcba'],
] as const)(
  'a project that was moved to another group has each of its issues once in the order of %s',
  async (orderBy, titles) => {
    const { as, project, to } = await transferred()
    for (const [list, id] of [
      [listProjectIssues, project.id],
      [listGroupIssues, to.id],
    ] as const)
      for (const perPage of [2, 20]) {
        const pages: string[] = []
        for (const page of [1, 2, 3])
          pages.push(
            ...(await as('nina').call(list, { id, orderBy, sort: 'asc', perPage, page })).map(each => each.title),
          )
        expect(pages.join('')).toBe(titles)
      }
  },
)

test.each([
  [{ labels: ['bug'] }, 'edba'],
  [{ milestone: 'v1' }, 'eca'],
] as const)(
  'the issues that %o finds in a project that was moved to another group are listed and counted once each',
  async (filter, titles) => {
    const { as, project, to } = await transferred()
    for (const [list, statistics, id] of [
      [listProjectIssues, getProjectIssuesStatistics, project.id],
      [listGroupIssues, getGroupIssuesStatistics, to.id],
    ] as const) {
      const asked = { id, ...filter, ...('labels' in filter ? { labels: [...filter.labels] } : {}) }
      const { body, headers } = await as('nina').reply(list, asked)
      expect((body as readonly { title: string }[]).map(each => each.title).join('')).toBe(titles)
      expect(headers['x-total']).toBe(String(titles.length))
      const counted = await as('nina').call(statistics, asked)
      expect(counted.statistics.counts.all).toBe(titles.length)
    }
  },
)
