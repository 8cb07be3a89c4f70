import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { updateProject } from '#contract/foundation/projects.ts'
import { publishIncident, unpublishIncident } from '#contract/plan/incidents/publications.ts'
import { statusPageFeed } from '#contract/plan/incidents/status-page.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { deleteIssue, moveIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { inMinutes, statusScene, type Visitor } from '#test/world/scenes/status-page.ts'
import { outcomeOf } from '#test/world/world.ts'

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
    const it = await statusScene()
    const { iid } = await it.incident()
    expect(await outcomeOf(it.publish(who, iid))).toBe(writes)
    expect(await outcomeOf(it.page(who))).toBe(reads)
    expect(await it.titles()).toEqual(writes === 'ok' ? ['Fire'] : [])
  },
)

test('ISSUE-009 only maintainers turn the page on; without it nothing is published, and its address is not found', async () => {
  const it = await statusScene({ isOn: false })
  const { iid } = await it.incident()
  expect(await outcomeOf(it.page())).toBe('not_found')
  const texts = { title: 'Fire', message: 'We look into it' }
  expect(await it.as('dan').reply(publishIncident, { id: it.project.id, issueIid: iid, ...texts })).toMatchObject({
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
  const it = await statusScene()
  const { iid } = await it.incident()
  const at = { namespace: it.project.fullPath, iid }
  const shown = async (who: Visitor) => (await it.as(who).call(getIssuePage, at)).statusPage
  expect(await shown('rita')).toEqual({ isPublished: false, canPublish: false })
  expect(await shown('dan')).toEqual({ isPublished: false, canPublish: true })
  await it.publish('dan', iid)
  expect(await shown('gus')).toEqual({ isPublished: true, canPublish: false })
  const ref = { id: it.project.id, issueIid: iid }
  const again = { ...ref, title: 'Fire', message: 'Again' }
  expect(await it.as('dan').reply(publishIncident, again)).toMatchObject({ status: 409 })
  const query = `query($path: ID!, $iid: String!) { project(fullPath: $path) { issue(iid: $iid) { statusPagePublishedIncident } } }`
  const told = await askGraphql(it.as('gus').ctx, query, { path: it.project.fullPath, iid: String(iid) })
  expect(told.data.project.issue.statusPagePublishedIncident).toBe(true)
  await it.as('dan').call(unpublishIncident, ref)
  expect(await shown('dan')).toEqual({ isPublished: false, canPublish: true })
  const notes = await it.as('gus').call(issueDiscussion.listNotes, { id: it.project.id, issueIid: iid, sort: 'asc' })
  expect(notes.filter(note => note.system).map(note => note.body)).toEqual([
    'published the incident on the status page',
    'removed the incident from the status page',
  ])
})

test('ISSUE-009 an issue that is no incident has no status page, and cannot be published', async () => {
  const it = await statusScene()
  const { iid } = await it.incident({ type: 'issue' })
  expect(await outcomeOf(it.publish('mina', iid))).toBe('forbidden')
  expect((await it.as('mina').call(getIssuePage, { namespace: it.project.fullPath, iid })).statusPage).toBeNull()
})

test('/publish publishes an incident, once, and says why it does not', async () => {
  const it = await statusScene()
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
  const it = await statusScene()
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
  const it = await statusScene()
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

test('comments that a developer marked with a microphone are shown among the updates, newest first; others, internal notes and the description are not', async () => {
  const it = await statusScene()
  const { iid } = await it.incident()
  const description = 'All looms stand still'
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, description })
  await it.publish('dan', iid)
  const first = await it.comment('rita', iid, 'Rita looks into it')
  const second = await it.comment('dan', iid, 'It is fixed')
  const unmarked = await it.comment('dan', iid, 'Whose fault was it?')
  const internal = await it.comment('dan', iid, 'The password is loom', true)
  for (const noteId of [second, first, internal]) await it.mark('dan', noteId)
  await it.mark('gus', unmarked)
  const [incident] = (await it.page()).incidents
  expect(JSON.stringify(incident)).not.toContain('All looms stand still')
  const texts = incident?.updates.map(({ html, message }) => html?.replace(/<[^>]*>/g, '').trim() ?? message)
  expect(texts).toEqual(['It is fixed', 'Rita looks into it', 'We look into it'])
  await it.mark('dan', first)
  expect((await it.page()).incidents[0]?.updates).toHaveLength(2)
})

test('PERM-003 files of a private project are left out of its page with their text in their place; those of a public one are shown', async () => {
  const it = await statusScene()
  const upload = `/uploads/${'0a'.repeat(16)}`
  const body = `![The burnt "loom"](${upload}/loom.png) [the log](${upload}/log.txt) ![a film](${upload}/film.mp4) ![far](https://loom.test/far.png) ![in code](plan.png)`
  const { iid } = await it.incident()
  await it.publish('dan', iid)
  await it.mark('dan', await it.comment('dan', iid, body))
  const shown = async (who: Visitor) => (await it.page(who)).incidents[0]?.updates[0]?.html
  for (const who of ['anon', 'dan'] as const) {
    const html = await shown(who)
    expect(html).toMatch(/The burnt &quot;loom&quot; the log .*a film/)
    expect(html).toContain('src="https://loom.test/far.png"')
    expect(html).toContain('in code')
    expect(html).not.toMatch(/uploads|\/raw\//)
  }
  await sql`update namespaces set visibility = 'public' where id = ${it.project.id}`.execute(it.db)
  expect(await shown('anon')).toContain(`${upload}/loom.png`)
})

test('only the newest comments are shown of an incident that has too much text in them', async () => {
  const it = await statusScene()
  const { iid } = await it.incident()
  await it.publish('dan', iid)
  for (const letter of ['a', 'b', 'c']) await it.mark('dan', await it.comment('dan', iid, letter.repeat(90_000)))
  const [incident] = (await it.page()).incidents
  const texts = incident?.updates.flatMap(({ html }) => /[abc]{9}/.exec(html ?? '')?.[0] ?? [])
  expect(texts).toEqual(['c'.repeat(9), 'b'.repeat(9)])
})

test('the texts hold no reference for any reader: neither a link, a title nor a name that was not typed', async () => {
  const it = await statusScene()
  const hidden = await it.build.issue({ title: 'The secret cause' })
  await it.build.label({ title: 'worn-out' })
  const { iid } = await it.incident()
  const body = `Like #${hidden.iid}+, says @rita of ~worn-out [here](https://loom.test) [there](#${hidden.iid})`
  await it.publish('dan', iid)
  await it.mark('dan', await it.comment('dan', iid, body))
  for (const who of ['anon', 'dan', 'root'] as const) {
    const html = (await it.page(who)).incidents[0]?.updates[0]?.html ?? ''
    expect(html).toContain(`Like #${hidden.iid}+, says @rita of ~worn-out`)
    expect(html).toContain('href="https://loom.test"')
    expect(html).not.toMatch(/secret cause|data-|issues\/\d|--label/)
  }
})

test('open incidents come first, then the newest, on bounded pages that cost as many statements for 20 as for 2', async () => {
  const it = await statusScene()
  const add = async (count: number, more: object = {}) => {
    for (let made = 0; made < count; made += 1) {
      const { iid } = await it.incident({ title: `Fire ${made}`, ...more })
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

test('ISSUE-009 the page says how many incidents are open, and announces maintenance that is to be announced, without its services', async () => {
  const it = await statusScene()
  const { iid } = await it.incident()
  const done = await it.incident({ title: 'Flood', state: 'closed' })
  for (const each of [iid, done.iid]) await it.publish('dan', each)
  await it.maintenance('Internal', { isPublished: false })
  await it.maintenance('Later', { startsAt: inMinutes(30) })
  await it.maintenance('Now', { startsAt: inMinutes(-30) })
  await it.maintenance('Over', { startsAt: inMinutes(-60), endsAt: inMinutes(-30) })
  const page = await it.page()
  expect(page.openCount).toBe(1)
  expect(page.maintenance.map(each => each.title)).toEqual(['Now', 'Later'])
  expect(JSON.stringify(page)).not.toContain('secret')
})

test('ISSUE-009 the Atom feed of the page has the published incidents with their updates, and no number of theirs', async () => {
  const it = await statusScene()
  const incident = await it.incident({ title: 'db-7: OOM' })
  await it.as('dan').call(updateIssue, { ...incident.ref, description: 'In *hall* 3' })
  await it.incident({ title: 'Not published' })
  await it.publish('dan', incident.iid, { title: 'Fire & smoke' })
  const read = async () => {
    const { status, body } = await it.as('anon').reply(statusPageFeed, { namespace: it.project.fullPath })
    return { status, text: Buffer.isBuffer(body) ? body.toString() : String(body) }
  }
  expect((await read()).text).toContain('<title>Fire &amp; smoke</title>')
  await it.mark('dan', await it.comment('dan', incident.iid, 'The fire is *out*'))
  await it.update(incident.iid, { status: 'resolved', message: 'All looms run' })
  const { text } = await read()
  expect(text).toContain('<title>Solved: Fire &amp; smoke</title>')
  for (const told of ['We look into it', 'The fire is out', 'Solved: All looms run']) expect(text).toContain(told)
  for (const kept of ['Not published', 'db-7', 'hall', `/issues/${incident.iid}`]) expect(text).not.toContain(kept)
  await it.as('mina').call(updateProject, { id: it.project.id, statusPageEnabled: false })
  expect((await read()).status).toBe(404)
})
