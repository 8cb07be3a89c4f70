import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toggleNoteAward } from '#contract/discuss/reactions.ts'
import { updateProject } from '#contract/foundation/projects.ts'
import { createMaintenanceWindow } from '#contract/monitor/alerts/maintenance-windows.ts'
import {
  getStatusPage,
  publishIncident,
  statusPageFeed,
  unpublishIncident,
} from '#contract/plan/incidents/status-page.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { deleteIssue, moveIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { site } from '#test/world/site.ts'
import { type Member, outcomeOf, type World, world } from '#test/world/world.ts'

type Visitor = Member | 'root' | 'anon'

async function scene({ isOn = true } = {}) {
  const made = await world()
  const { as, build, project } = made
  if (isOn) await as('mina').call(updateProject, { id: project.id, statusPageEnabled: true })
  return {
    ...made,
    incident: (more: object = {}) => build.issue({ type: 'incident', title: 'Fire', ...more }),
    publish: (who: Visitor, iid: number) => as(who).call(publishIncident, { namespace: project.fullPath, iid }),
    page: (who: Visitor = 'anon', page?: number) =>
      as(who).call(getStatusPage, { namespace: project.fullPath, ...(page !== undefined && { page }) }),
    titles: async () =>
      (await as('anon').call(getStatusPage, { namespace: project.fullPath })).incidents.map(i => i.title),
    comment: (who: Visitor, iid: number, body: string, internal = false) => comment(made, who, iid, body, internal),
    mark: (who: Visitor, noteId: number) =>
      as(who).call(toggleNoteAward, { namespace: project.fullPath, noteId, name: 'microphone' }),
  }
}

async function comment({ as, project }: World, who: Visitor, iid: number, body: string, internal: boolean) {
  const note = await as(who).call(issueDiscussion.createNote, { id: project.id, issueIid: iid, body, internal })
  return 'id' in note ? note.id : 0
}

test.each<[Visitor, string, string]>([
  ['anon', 'not_found', 'ok'],
  ['nina', 'not_found', 'ok'],
  ['gus', 'forbidden', 'ok'],
  ['rita', 'forbidden', 'ok'],
  ['dan', 'ok', 'ok'],
  ['mina', 'ok', 'ok'],
])(
  'ISSUE-009 %s publishes an incident of a private project: %s; reads the status page: %s',
  async (who, writes, reads) => {
    const it = await scene()
    const { iid } = await it.incident()
    expect(await outcomeOf(it.publish(who, iid))).toBe(writes)
    expect(await outcomeOf(it.page(who))).toBe(reads)
    expect(await it.titles()).toEqual(writes === 'ok' ? ['Fire'] : [])
  },
)

test('ISSUE-009 only maintainers turn the page on; without it nothing is published, and its address is not found', async () => {
  const it = await scene({ isOn: false })
  const { iid } = await it.incident()
  expect(await outcomeOf(it.page())).toBe('not_found')
  expect(await it.as('dan').reply(publishIncident, { namespace: it.project.fullPath, iid })).toMatchObject({
    status: 400,
  })
  const on = (who: Visitor, statusPageEnabled: boolean) =>
    it.as(who).call(updateProject, { id: it.project.id, statusPageEnabled })
  expect(await outcomeOf(on('dan', true))).toBe('forbidden')
  await on('mina', true)
  await it.publish('dan', iid)
  expect(await it.titles()).toEqual(['Fire'])
  await on('mina', false)
  expect(await outcomeOf(it.page())).toBe('not_found')
})

test('ISSUE-009 the issue page says whether the incident is published, and who can publish it; history and GraphQL tell of it', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  const at = { namespace: it.project.fullPath, iid }
  const shown = async (who: Visitor) => (await it.as(who).call(getIssuePage, at)).statusPage
  expect(await shown('rita')).toEqual({ isPublished: false, canPublish: false })
  expect(await shown('dan')).toEqual({ isPublished: false, canPublish: true })
  await it.publish('dan', iid)
  expect(await shown('gus')).toEqual({ isPublished: true, canPublish: false })
  expect(await it.as('dan').reply(publishIncident, at)).toMatchObject({ status: 409 })
  const query = `query($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { statusPagePublishedIncident } } }`
  const told = await askGraphql(it.as('gus').ctx, query, { path: it.project.fullPath, iid: String(iid) })
  expect(told.data.project.issue.statusPagePublishedIncident).toBe(true)
  await it.as('dan').call(unpublishIncident, at)
  expect(await shown('dan')).toEqual({ isPublished: false, canPublish: true })
  const notes = await it.as('gus').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: iid, sort: 'asc' })
  expect(notes.filter(note => note.system).map(note => note.body)).toEqual([
    'published the incident on the status page',
    'removed the incident from the status page',
  ])
})

test('ISSUE-009 an issue that is no incident has no status page, and cannot be published', async () => {
  const it = await scene()
  const { iid } = await it.incident({ type: 'issue' })
  expect(await outcomeOf(it.publish('mina', iid))).toBe('forbidden')
  expect((await it.as('mina').call(getIssuePage, { namespace: it.project.fullPath, iid })).statusPage).toBeNull()
})

test('/publish publishes an incident, once, and says why it does not', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  const say = (who: Visitor) =>
    it.as(who).reply(issueDiscussion.createNote, { id: it.project.id, issueIid: iid, body: '/publish' })
  expect(JSON.stringify((await say('dan')).body)).toContain('Published this incident on the status page.')
  expect(await it.titles()).toEqual(['Fire'])
  expect(JSON.stringify((await say('dan')).body)).toContain('This incident is already published.')
  // The command stays text for users who may not publish.
  expect((await say('rita')).body).toMatchObject({ body: '/publish' })
})

test('ISSUE-009 a confidential incident is never published, and one that becomes confidential leaves the page for good', async () => {
  const it = await scene()
  const secret = await it.incident({ title: 'Secret', confidential: true })
  expect(await outcomeOf(it.publish('rita', secret.iid))).toBe('forbidden')
  await expect(it.publish('mina', secret.iid)).rejects.toThrow('Turn off confidentiality first')
  const { statusPage } = await it.as('mina').call(getIssuePage, { namespace: it.project.fullPath, iid: secret.iid })
  expect(statusPage).toEqual({ isPublished: false, canPublish: false })
  const { iid } = await it.incident()
  await it.publish('dan', iid)
  const set = (confidential: boolean) =>
    it.as('mina').call(updateIssue, { id: it.project.id, issueIid: iid, confidential })
  await set(true)
  expect(await it.titles()).toEqual([])
  await set(false)
  expect(await it.titles()).toEqual([])
})

test('an incident leaves the page with its type, its project, its author or altogether', async () => {
  const it = await scene()
  const at = (iid: number) => ({ id: it.project.id, issueIid: iid })
  const published = async (title: string, more: object = {}) => {
    const { iid } = await it.incident({ title, ...more })
    await it.publish('dan', iid)
    return iid
  }
  const [converted, deleted, moved, stays] = [
    await published('Converted'),
    await published('Deleted'),
    await published('Moved'),
    await published('Stays'),
  ]
  await it.as('mina').call(updateIssue, { ...at(converted), issueType: 'issue' })
  await it.as('mina').call(updateIssue, { ...at(converted), issueType: 'incident' })
  await it.as('root').call(deleteIssue, at(deleted))
  const shuttle = await it.build.project({ path: 'shuttle' })
  await it.as('root').call(moveIssue, { ...at(moved), toProjectId: shuttle.id })
  expect(await it.titles()).toEqual(['Stays'])
  await sql`update issuables set hidden = true where namespace_id = ${it.project.id} and iid = ${stays}`.execute(it.db)
  expect(await it.titles()).toEqual([])
})

test('comments that a developer marked with a microphone are shown in order; others and internal notes are not', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  const description = 'All looms stand still'
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, description })
  await it.publish('dan', iid)
  const first = await it.comment('rita', iid, 'We look into it')
  const second = await it.comment('dan', iid, 'It is fixed')
  const unmarked = await it.comment('dan', iid, 'Whose fault was it?')
  const internal = await it.comment('dan', iid, 'The password is loom', true)
  for (const noteId of [second, first, internal]) await it.mark('dan', noteId)
  await it.mark('gus', unmarked)
  const [incident] = (await it.page()).incidents
  expect(incident?.descriptionHtml).toContain('All looms stand still')
  expect(incident?.comments.map(({ html }) => html.replace(/<[^>]*>/g, '').trim())).toEqual([
    'We look into it',
    'It is fixed',
  ])
  await it.mark('dan', first)
  expect((await it.page()).incidents[0]?.comments).toHaveLength(1)
})

test('a description that is too long is left out, and the page is told so', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, description: 'x'.repeat(250_000) })
  await it.publish('dan', iid)
  expect((await it.page()).incidents).toMatchObject([{ descriptionHtml: '', isDescriptionTooLong: true }])
})

test('PERM-003 files of a private project are left out of its page with their text in their place; those of a public one are shown', async () => {
  const it = await scene()
  const upload = `/uploads/${'0a'.repeat(16)}`
  const description = `![The burnt "loom"](${upload}/loom.png) [the log](${upload}/log.txt) ![a film](${upload}/film.mp4) ![far](https://loom.test/far.png) ![in code](plan.png)`
  const { iid } = await it.incident()
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, description })
  await it.publish('dan', iid)
  await it.mark('dan', await it.comment('dan', iid, `![Smoke](${upload}/smoke.png)`))
  for (const who of ['anon', 'dan'] as const) {
    const [incident] = (await it.page(who)).incidents
    expect(incident?.descriptionHtml).toMatch(/The burnt &quot;loom&quot; the log .*a film/)
    expect(incident?.descriptionHtml).toContain('src="https://loom.test/far.png"')
    expect(incident?.descriptionHtml).toContain('in code')
    expect(JSON.stringify(incident)).not.toMatch(/uploads|\/raw\//)
    expect(incident?.comments[0]?.html).toContain('Smoke')
  }
  await sql`update namespaces set visibility = 'public' where id = ${it.project.id}`.execute(it.db)
  expect((await it.page()).incidents[0]?.descriptionHtml).toContain(`${upload}/loom.png`)
})

test('only the newest comments are shown of an incident that has too much text in them', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  await it.publish('dan', iid)
  for (const letter of ['a', 'b', 'c']) await it.mark('dan', await it.comment('dan', iid, letter.repeat(90_000)))
  const [incident] = (await it.page()).incidents
  expect(incident?.comments.map(({ html }) => /[abc]{9}/.exec(html)?.[0])).toEqual(['b'.repeat(9), 'c'.repeat(9)])
})

test('the texts hold no reference for any reader: neither a link, a title nor a name that was not typed', async () => {
  const it = await scene()
  const hidden = await it.build.issue({ title: 'The secret cause' })
  await it.build.label({ title: 'worn-out' })
  const { iid } = await it.incident()
  const description = `Like #${hidden.iid}+, says @rita of ~worn-out [here](https://loom.test) [there](#${hidden.iid})`
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, description })
  await it.publish('dan', iid)
  for (const who of ['anon', 'dan', 'root'] as const) {
    const html = (await it.page(who)).incidents[0]?.descriptionHtml ?? ''
    expect(html).toContain(`Like #${hidden.iid}+, says @rita of ~worn-out`)
    expect(html).toContain('href="https://loom.test"')
    expect(html).not.toMatch(/secret cause|data-|issues\/\d|--label/)
  }
})

test('open incidents come first, then the newest, on bounded pages that cost as many statements for 20 as for 2', async () => {
  const it = await scene()
  const add = async (count: number, more: object = {}) => {
    for (let made = 0; made < count; made += 1) {
      const { iid } = await it.incident({ title: `Fire ${made}`, description: '#1 @rita', ...more })
      await it.publish('dan', iid)
      await it.mark('dan', await it.comment('dan', iid, 'News of #1'))
    }
  }
  await add(1, { title: 'Old', createdAt: '2026-01-01T00:00:00Z' })
  await add(1, { title: 'Closed', state: 'closed' })
  expect(await it.titles()).toEqual(['Old', 'Closed'])
  const few = await it.statements(() => it.page())
  await add(19, { createdAt: '2026-02-01T00:00:00Z' })
  expect(await it.statements(() => it.page())).toBe(few)
  const first = await it.page()
  expect(first).toMatchObject({ hasNext: true })
  expect(first.incidents.map(({ title }) => title).slice(-2)).toEqual(['Fire 0', 'Old'])
  expect(await it.page('anon', 2)).toMatchObject({ hasNext: false, incidents: [{ title: 'Closed' }] })
})

test('PERF-001 a browser that asks again is answered without a body while nothing has changed', async () => {
  const { as, project, build, app } = await site()
  await as('mina').call(updateProject, { id: project.id, statusPageEnabled: true })
  const at = { namespace: project.fullPath, iid: (await build.issue({ type: 'incident' })).iid }
  await as('dan').call(publishIncident, at)
  const url = `/-/pages/status?namespace=${encodeURIComponent(project.fullPath)}`
  const headers = { 'if-none-match': String((await app.inject({ url })).headers.etag) }
  expect(await app.inject({ url, headers })).toMatchObject({ statusCode: 304, body: '' })
  await as('dan').call(unpublishIncident, at)
  expect(await app.inject({ url, headers })).toMatchObject({ statusCode: 200 })
})

test('ISSUE-009 the page says how many incidents are open, and announces maintenance that is to be announced, without its services', async () => {
  const it = await scene()
  const { iid } = await it.incident()
  const done = await it.incident({ title: 'Flood', state: 'closed' })
  for (const each of [iid, done.iid]) await it.publish('dan', each)
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const window = (title: string, more: object) =>
    it
      .as('dan')
      .call(createMaintenanceWindow, { id: it.project.id, title, services: ['secret'], endsAt: inMinutes(60), ...more })
  await window('Internal', {})
  await window('Later', { startsAt: inMinutes(30), isPublished: true })
  await window('Now', { startsAt: inMinutes(-30), isPublished: true })
  await window('Over', { startsAt: inMinutes(-60), endsAt: inMinutes(-30), isPublished: true })
  const page = await it.page()
  expect(page.openCount).toBe(1)
  expect(page.maintenance.map(each => each.title)).toEqual(['Now', 'Later'])
  expect(JSON.stringify(page)).not.toContain('secret')
})

test('ISSUE-009 the Atom feed of the page has the published incidents with their latest update, and no number of theirs', async () => {
  const it = await scene()
  const incident = await it.incident({ title: 'Fire & smoke' })
  await it.as('dan').call(updateIssue, { ...incident.ref, description: 'In *hall* 3' })
  await it.incident({ title: 'Not published' })
  await it.publish('dan', incident.iid)
  const read = async () => {
    const { status, body } = await it.as('anon').reply(statusPageFeed, { namespace: it.project.fullPath })
    return { status, text: Buffer.isBuffer(body) ? body.toString() : String(body) }
  }
  expect((await read()).text).toContain('<title>Open: Fire &amp; smoke</title>')
  expect((await read()).text).toContain('In hall 3')
  const note = await it.comment('dan', incident.iid, 'The fire is *out*')
  await it.mark('dan', note)
  const { text } = await read()
  expect(text).toContain('The fire is out')
  expect(text).not.toContain('Not published')
  expect(text).not.toContain(`/issues/${incident.iid}`)
  await it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: false })
  expect((await read()).status).toBe(404)
})
