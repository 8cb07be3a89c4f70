import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import {
  changePublicUpdate,
  getPublication,
  publishIncident,
  unpublishIncident,
  updatePublication,
} from '#contract/plan/incidents/publications.ts'
import {
  createStatusComponent,
  deleteStatusComponent,
  getStatusSettingsPage,
  listStatusComponents,
  updateStatusComponent,
} from '#contract/plan/incidents/status-components.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { alertBot } from '#server/foundation/users/automation.ts'
import { affects, inMinutes, statusScene, type Visitor } from '#test/world/scenes/status-page.ts'
import { site } from '#test/world/site.ts'
import { outcomeOf } from '#test/world/world.ts'

test.each<[Visitor, string]>([
  ['anon', 'not_found'],
  ['nina', 'not_found'],
  ['gus', 'forbidden'],
  ['rita', 'forbidden'],
  ['dan', 'ok'],
  ['mina', 'ok'],
])('%s creates a component and opens the settings of the status page: %s', async (who, outcome) => {
  const it = await statusScene()
  const create = it.as(who).call(createStatusComponent, { id: it.project.id, name: 'Looms' })
  expect(await outcomeOf(create)).toBe(outcome)
  const page = it.as(who).call(getStatusSettingsPage, { namespace: it.project.fullPath })
  expect(await outcomeOf(page)).toBe(outcome)
})

test('components keep the order that members gave them, with a description and a heading', async () => {
  const it = await statusScene()
  const names = async () => (await it.as('dan').call(listStatusComponents, { id: it.project.id })).map(c => c.name)
  for (const name of ['A', 'B', 'C']) await it.component(name)
  const first = await it.component('First', { position: 1, heading: 'Hall', description: 'Of six' })
  expect(await names()).toEqual(['First', 'A', 'B', 'C'])
  const move = (componentId: number, position: number) =>
    it.as('dan').call(updateStatusComponent, { id: it.project.id, componentId, position })
  expect((await move(first, 3)).position).toBe(3)
  expect(await names()).toEqual(['A', 'B', 'First', 'C'])
  expect((await move(first, 50)).position).toBe(4)
  await move(first, 2)
  expect((await it.page()).components.map(({ name, heading, description }) => [name, heading, description])).toEqual([
    ['A', '', ''],
    ['First', 'Hall', 'Of six'],
    ['B', '', ''],
    ['C', '', ''],
  ])
  await it.as('dan').call(deleteStatusComponent, { id: it.project.id, componentId: first })
  expect(await names()).toEqual(['A', 'B', 'C'])
  const blank = it.as('dan').call(createStatusComponent, { id: it.project.id, name: '  ' })
  expect(await outcomeOf(blank)).toBe('invalid')
})

test('a status page has fifty components at most', async () => {
  const it = await statusScene()
  await sql`insert into status_components (namespace_id, name, position, created_at, updated_at)
    select ${it.project.id}, 'C' || nth, nth, now(), now() from generate_series(1, 50) nth`.execute(it.db)
  expect(await outcomeOf(it.as('dan').call(createStatusComponent, { id: it.project.id, name: 'More' }))).toBe('invalid')
})

test('the state of components follows from the open incidents that name them, then from maintenance, and the overall state from the components', async () => {
  const it = await statusScene()
  const [looms, shuttles] = [await it.component('Looms'), await it.component('Shuttles')]
  const states = async () => {
    const { status, components } = await it.page()
    return [status, ...components.map(component => component.status)]
  }
  expect(await states()).toEqual(['operational', 'operational', 'operational'])
  await it.maintenance('Oil', { startsAt: inMinutes(-5), componentIds: [looms] })
  expect(await states()).toEqual(['maintenance', 'maintenance', 'operational'])
  const fire = await it.incident()
  await it.publish('dan', fire.iid, affects(looms, 'degraded'))
  expect(await states()).toEqual(['degraded', 'degraded', 'operational'])
  const flood = await it.incident({ title: 'Flood' })
  await it.publish('dan', flood.iid, affects(looms, 'major_outage'))
  expect(await states()).toEqual(['partial_outage', 'major_outage', 'operational'])
  await it.update(flood.iid, affects(shuttles, 'major_outage'))
  expect(await states()).toEqual(['major_outage', 'major_outage', 'major_outage'])
  await it.update(flood.iid, { status: 'resolved' })
  expect(await states()).toEqual(['degraded', 'degraded', 'operational'])
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: fire.iid, stateEvent: 'close' })
  expect(await states()).toEqual(['maintenance', 'maintenance', 'operational'])
  // An incident that names no component is a problem all the same.
  await it.publish('dan', (await it.incident({ title: 'Smoke' })).iid)
  expect(await states()).toEqual(['incident', 'maintenance', 'operational'])
})

test('an incident that is closed is solved on the page, in a sentence that says nothing else; a later update opens it again', async () => {
  const it = await statusScene()
  const looms = await it.component('Looms')
  const { iid } = await it.incident()
  await it.publish('dan', iid, affects(looms, 'partial_outage'))
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, stateEvent: 'close' })
  const [solved] = (await it.page()).incidents
  expect(solved).toMatchObject({ isResolved: true, components: [{ name: 'Looms', impact: 'partial_outage' }] })
  expect(solved?.updates[0]).toMatchObject({ status: 'resolved', message: 'This problem is solved.' })
  await it.update(iid, { status: 'investigating', message: 'It is back' })
  expect((await it.page()).incidents[0]).toMatchObject({ isResolved: false })
  expect((await it.page()).components[0]?.status).toBe('partial_outage')
})

test('only the texts written for the public are on the page: of an incident that an alert created, neither its title nor its description', async () => {
  const it = await statusScene()
  const { iid, id } = await it.incident({ title: 'srv-db-07 OOM killed' })
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, description: 'instance=10.0.0.7' })
  const show = () => it.as('dan').call(getPublication, { id: it.project.id, issueIid: iid })
  expect((await show()).title).toBe('srv-db-07 OOM killed')
  const bot = (await alertBot(it.db)).id
  await sql`update issuables set author_id = ${bot} where id = ${id}`.execute(it.db)
  // Raw facts are not even suggested.
  expect(await show()).toMatchObject({ isPublished: false, title: '' })
  const note = await it
    .as('dan')
    .reply(issueDiscussion.createNote, { id: it.project.id, issueIid: iid, body: '/publish' })
  expect(JSON.stringify(note.body)).toContain('to write a title for the public')
  expect(await it.titles()).toEqual([])
  await it.publish('dan', iid, { title: 'Saving is slow', message: 'Your work is safe.' })
  const text = JSON.stringify(await it.page())
  expect(text).toContain('Saving is slow')
  expect(text).not.toMatch(/srv-db|10\.0\.0\.7|\bdan\b/i)
})

test('titles and messages are corrected, by a member who saw the last version', async () => {
  const it = await statusScene()
  const { iid } = await it.incident()
  const { updates } = await it.publish('dan', iid)
  const ref = { id: it.project.id, issueIid: iid }
  await it.as('dan').call(updatePublication, { ...ref, title: 'Smoke', expected: { title: 'Fire' } })
  const late = it.as('mina').call(updatePublication, { ...ref, title: 'Steam', expected: { title: 'Fire' } })
  expect(await outcomeOf(late)).toBe('conflict')
  const updateId = updates[0]?.id ?? 0
  const correct = { ...ref, updateId, message: 'We looked', expected: { message: 'We look into it' } }
  await it.as('dan').call(changePublicUpdate, correct)
  expect(await outcomeOf(it.as('dan').call(changePublicUpdate, correct))).toBe('conflict')
  expect((await it.page()).incidents[0]).toMatchObject({ title: 'Smoke', updates: [{ message: 'We looked' }] })
  const change = (more: object) => it.as('dan').call(changePublicUpdate, { ...ref, updateId, ...more })
  expect(await outcomeOf(change({ updateId: updateId + 1, message: 'x' }))).toBe('not_found')
  expect(await outcomeOf(change({ status: 'resolved' }))).toBe('invalid')
})

test('a component of another project is refused, and so is one that is named twice', async () => {
  const it = await statusScene()
  const other = await it.build.project({ path: 'shuttle' })
  const own = await it.component('Looms')
  const foreign = (await it.as('root').call(createStatusComponent, { id: other.id, name: 'Foreign' })).id
  const { iid } = await it.incident()
  await sql`savepoint refused`.execute(it.db)
  for (const ids of [[foreign], [own, own]]) {
    const components = ids.map(componentId => ({ componentId, impact: 'degraded' }))
    expect(await outcomeOf(it.publish('dan', iid, { components }))).toBe('invalid')
  }
  expect(await outcomeOf(it.maintenance('Oil', { componentIds: [foreign] }))).toBe('invalid')
  expect(await it.titles()).toEqual([])
})

test('an incident that began earlier is corrected, and its downtime with it', async () => {
  const it = await statusScene()
  const looms = await it.component('Looms')
  const { iid } = await it.incident()
  await it.publish('dan', iid, affects(looms, 'major_outage'))
  const ref = { id: it.project.id, issueIid: iid }
  const begin = (startedAt: string) => it.as('dan').call(updatePublication, { ...ref, startedAt })
  await begin(inMinutes(-60))
  const days = (await it.page()).components[0]?.uptime.days ?? []
  expect(Math.abs(days.reduce((sum, day) => sum + day.downSeconds, 0) - 3600)).toBeLessThan(60)
  expect(await outcomeOf(begin(inMinutes(60)))).toBe('invalid')
})

test('the uptime of a component follows from the published incidents alone, in as many statements for ten as for one', async () => {
  const it = await statusScene()
  const looms = await it.component('Looms')
  const { iid } = await it.incident({ createdAt: inMinutes(-180) })
  await it.publish('dan', iid, affects(looms, 'major_outage'))
  const uptime = async () => (await it.page()).components[0]?.uptime
  const seconds = (await uptime())?.days.reduce((sum, day) => sum + day.downSeconds, 0) ?? 0
  expect(Math.abs(seconds - 3 * 3600)).toBeLessThan(60)
  expect((await uptime())?.days[0]?.incidents).toEqual(['Fire'])
  const few = await it.statements(() => it.page())
  for (let nth = 0; nth < 9; nth += 1) {
    const { iid: next } = await it.incident({ title: `Fire ${nth}` })
    await it.publish('dan', next, affects(await it.component(`Loom ${nth}`), 'major_outage'))
  }
  expect(await it.statements(() => it.page())).toBe(few)
  await it.as('dan').call(unpublishIncident, { id: it.project.id, issueIid: iid })
  expect((await uptime())?.days).toEqual([])
})

test('PERF-001 the page is one document without a session, kept for some seconds, whose state a browser need not load again', async () => {
  const { as, project, build, app } = await site()
  await as('mina').call(updateProject, { id: project.id, statusPageEnabled: true })
  await as('dan').call(createStatusComponent, { id: project.id, name: 'Looms <b>' })
  const { iid } = await build.issue({ type: 'incident' })
  const texts = { title: 'Fire <script>', message: 'See https://loom.test/help.\n\n<img src=x>' }
  await as('dan').call(publishIncident, { id: project.id, issueIid: iid, ...texts })
  const url = `/${project.fullPath}/-/status`
  const page = await app.inject({ url, headers: { cookie: 'weft_session=nobody' } })
  expect(page).toMatchObject({ statusCode: 200 })
  expect(page.headers['cache-control']).toBe('public, max-age=20')
  expect(page.headers['set-cookie']).toBeUndefined()
  expect(page.body).toContain('Looms &lt;b&gt;')
  expect(page.body).toContain('Fire &lt;script&gt;')
  const link = '<a href="https://loom.test/help" rel="nofollow noopener">https://loom.test/help</a>.</p><p>&lt;img'
  expect(page.body).toContain(link)
  expect(page.body).not.toContain(`issues/${iid}`)
  const headers = { 'if-none-match': String(page.headers.etag) }
  expect(await app.inject({ url, headers })).toMatchObject({ statusCode: 304, body: '' })
  const copy = await app.inject({ url: `${url}.html` })
  expect(copy.body).toContain(`<base href="http://weft.test${url}">`)
  expect((await app.inject({ url: `${url}.atom` })).headers['content-type']).toContain('application/atom+xml')
  expect((await app.inject({ url: '/weft/nothing/-/status' })).statusCode).toBe(404)
})
