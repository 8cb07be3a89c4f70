import { expect, test } from 'vitest'
import { getGroupIssuesPage } from '#contract/plan/issue-pages.ts'
import { issueOrders, listGroupIssues } from '#contract/plan/issues.ts'
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
