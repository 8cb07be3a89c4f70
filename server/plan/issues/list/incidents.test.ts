import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getGroupIncidentsPage, getIncidentsPage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import { projectSavedViews } from '#contract/plan/lists/saved-views.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { type Member, world } from '#test/world/world.ts'

async function scene() {
  const made = await world()
  const { as, build, db, project } = made
  await build.issue({ title: 'Question' })
  await build.issue({ type: 'incident', title: 'Fire' })
  await build.issue({ type: 'incident', title: 'Flood' })
  await build.issue({ type: 'incident', title: 'Leak', confidential: true })
  await build.issue({ type: 'incident', title: 'Storm', state: 'closed' })
  await sql`update issuables set severity = v.severity, escalation_status = v.status
    from (values ('Fire', 'HIGH', 'RESOLVED'), ('Flood', 'CRITICAL', null), ('Leak', 'LOW', null)) as v (title, severity, status)
    where issuables.title = v.title`.execute(db)
  const page = (who: Member | 'root' | 'anon', more: object = {}) =>
    as(who).call(getIncidentsPage, { namespace: project.fullPath, ...more })
  return {
    ...made,
    page,
    titles: async (who: Member | 'root', more: object = {}) => (await page(who, more)).issues.map(({ title }) => title),
  }
}

test('INCIDENT-013 incidents are listed by state, of those that the reader may know of', async () => {
  const { page, titles } = await scene()
  await expect(titles('rita')).resolves.toEqual(['Leak', 'Flood', 'Fire'])
  await expect(titles('rita', { state: 'closed' })).resolves.toEqual(['Storm'])
  await expect(titles('rita', { state: 'all', issueType: 'issue' })).resolves.toEqual([
    'Storm',
    'Leak',
    'Flood',
    'Fire',
  ])
  const count = (count: number) => ({ count, isAtLeast: false })
  expect((await page('rita')).counts).toEqual({ opened: count(3), closed: count(1), all: count(4) })
  await expect(titles('gus')).resolves.toEqual(['Flood', 'Fire'])
  expect((await page('gus')).counts).toEqual({ opened: count(2), closed: count(1), all: count(3) })
})

test('INCIDENT-014 incidents are listed with severity and status, and sorted by them', async () => {
  const { page, titles } = await scene()
  const [first] = (await page('rita', { orderBy: 'severity', sort: 'desc' })).issues
  expect(first).toMatchObject({ title: 'Flood', severity: 'CRITICAL', escalationStatus: 'TRIGGERED', assignees: [] })
  await expect(titles('rita', { orderBy: 'severity', sort: 'asc' })).resolves.toEqual(['Leak', 'Fire', 'Flood'])
  await expect(titles('rita', { orderBy: 'escalation_status', sort: 'desc' })).resolves.toEqual([
    'Fire',
    'Leak',
    'Flood',
  ])
})

test('INCIDENT-014 incidents and issues are sorted by whether they are published, in GraphQL too', async () => {
  const { as, db, project, titles } = await scene()
  await sql`update issuables set published_at = now() where title in ('Fire', 'Storm')`.execute(db)
  await expect(titles('rita', { state: 'all', orderBy: 'published' })).resolves.toEqual([
    'Storm',
    'Fire',
    'Leak',
    'Flood',
  ])
  await expect(titles('rita', { orderBy: 'published', sort: 'asc' })).resolves.toEqual(['Flood', 'Leak', 'Fire'])
  const sorted = async (sort: string, after = '') => {
    const { issues } = (
      await askGraphql(
        as('rita').ctx,
        `{ project(fullPath: "${project.fullPath}") { issues(sort: ${sort}, first: 2 ${after}) { nodes { title } pageInfo { endCursor } } } }`,
      )
    ).data.project
    return issues as { nodes: { title: string }[]; pageInfo: { endCursor: string } }
  }
  const first = await sorted('PUBLISHED_DESC')
  expect(first.nodes.map(({ title }) => title)).toEqual(['Storm', 'Fire'])
  const next = await sorted('PUBLISHED_DESC', `, after: "${first.pageInfo.endCursor}"`)
  expect(next.nodes.map(({ title }) => title)).toEqual(['Leak', 'Flood'])
  expect((await sorted('PUBLISHED_ASC')).nodes.map(({ title }) => title)).toEqual(['Question', 'Flood'])
})

test.each<[Member, boolean]>([
  ['gus', false],
  ['rita', true],
])('INCIDENT-013 %s may create an incident from the list: %s', async (who, may) => {
  const { page } = await scene()
  expect((await page(who)).permissions).toMatchObject({ canCreateIssue: may, canImportIssues: false })
})

test('INCIDENT-013 the incidents of a group are those of its projects', async () => {
  const { as, project } = await scene()
  const group = project.fullPath.split('/')[0] ?? ''
  const { issues, counts } = await as('rita').call(getGroupIncidentsPage, { namespace: group })
  expect(issues.map(({ title }) => title)).toEqual(['Leak', 'Flood', 'Fire'])
  expect(counts.all.count).toBe(4)
  expect(issues[0]?.reference).toMatch(/#4$/)
})

test('PLATFORM-004 the views of the list of incidents are its own, and never show other issues', async () => {
  const { as, project, page } = await scene()
  const view = await as('rita').call(projectSavedViews.create, {
    ...{ id: project.id, list: 'incident', name: 'Grave', query: 'severity=CRITICAL&order_by=published' },
  })
  const shown = await page('rita', { view: view.id })
  expect(shown.issues.map(({ title }) => title)).toEqual(['Flood'])
  expect(shown.views.map(({ name }) => name)).toEqual(['Grave'])
  const issues = await as('rita').call(getIssuesPage, { namespace: project.fullPath, view: view.id })
  expect(issues.views).toEqual([])
  expect(issues.issues).toHaveLength(4)
})

test('INCIDENT-013 twenty incidents cost as many statements as two', async () => {
  const { build, page, statements } = await scene()
  const few = await statements(() => page('rita'))
  for (let each = 0; each < 18; each += 1) await build.issue({ type: 'incident', title: `Fire ${each}` })
  expect(await statements(() => page('rita'))).toBe(few)
})
