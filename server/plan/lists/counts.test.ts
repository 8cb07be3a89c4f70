import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGroupIssuesStatistics, getProjectIssuesStatistics } from '#contract/plan/issues/issues.ts'
import { world } from '#test/world/world.ts'
import type { IssueFilter } from './filter.ts'

const filters: readonly Pick<IssueFilter, 'labels' | 'milestone' | 'assigneeUsername' | 'authorUsername'>[] = [
  { labels: ['bug'] },
  { labels: ['bug', 'flaw'] },
  { milestone: 'First' },
  { assigneeUsername: ['dan'] },
  { authorUsername: 'olga' },
]

test.each(filters)(
  'PERM-002 the counts of issues filtered by %o follow their states, for whoever may know of them',
  async filter => {
    const { as, build, db, users, project, group } = await world()
    // The group's label is younger than that of its project, and both are on one issue.
    const labelIds = [
      (await build.label({ title: 'bug' })).id,
      (await build.label({ title: 'bug', namespaceId: group.id })).id,
      (await build.label({ title: 'flaw' })).id,
    ]
    const milestoneId = (await build.milestone({ title: 'First' })).id
    const found = { labelIds, milestoneId, assigneeIds: [users.dan.id], authorId: users.olga.id }
    const issue = await build.issue(found)
    await build.issue({ ...found, confidential: true })
    await build.issue({ ...found, confidential: true, authorId: users.gus.id })
    await build.issue({ ...found, state: 'closed' })
    await build.issue({ ...found, hidden: true })
    const secret = await build.project({})
    await build.issue({ ...found, projectId: secret.id })
    await build.issue({})
    // The issue of gus counts, but not in the filter by author.
    const others = filter.authorUsername !== undefined ? 0 : 1
    const counts = async () => {
      const all: string[] = []
      for (const who of ['rita', 'gus', 'root'] as const) {
        const ofPlaces: string[] = []
        for (const [operation, id] of [
          [getProjectIssuesStatistics, project.id],
          [getGroupIssuesStatistics, group.id],
        ] as const) {
          const { statistics } = await as(who).call(operation, { id, ...filter })
          ofPlaces.push(`${statistics.counts.opened} ${statistics.counts.closed}`)
        }
        expect(ofPlaces[1]).toBe(ofPlaces[0])
        all.push(`${who} ${ofPlaces[0]}`)
      }
      return all
    }
    const expected = (rita: number, gus: number, root: number, closed: number) => [
      `rita ${rita + others} ${closed}`,
      `gus ${gus + others} ${closed}`,
      `root ${root + others} ${closed}`,
    ]
    expect(await counts()).toEqual(expected(2, 1, 3, 1))
    const set = (change: string) => sql`update issuables set ${sql.raw(change)} where id = ${issue.id}`.execute(db)
    await set("state = 'closed'")
    expect(await counts()).toEqual(expected(1, 0, 2, 2))
    await set("state = 'opened', confidential = true")
    expect(await counts()).toEqual(expected(2, 0, 3, 1))
    await set('confidential = false, hidden = true')
    expect(await counts()).toEqual(expected(1, 0, 3, 1))
  },
)
