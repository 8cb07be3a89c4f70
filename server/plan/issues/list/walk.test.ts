import { expect, test } from 'vitest'
import { getGroupIssuesPage } from '#contract/plan/issue-pages.ts'
import { listGroupIssues } from '#contract/plan/issues.ts'
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
