import { expect, test } from 'vitest'
import {
  abuseReportsPage,
  blockReportedUser,
  createAbuseReport,
  dismissAbuseReport,
  reopenAbuseReports,
} from '#contract/discuss/abuse-reports.ts'
import { keepUnsentText } from '#contract/feeds/unsent-texts.ts'
import { deleteUser, getUserById, getViewer } from '#contract/foundation/users.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { type Member, type World, world } from '#test/world/world.ts'

type Person = Member | 'anon' | 'root'

async function scene(it: World) {
  const { as, project, users } = it
  const ref = { id: project.id }
  const { iid } = await as('gus').call(createIssue, { ...ref, title: 'Cheap wool', description: 'Buy it now' })
  const say = async (who: Member | 'root', body = 'A word', internal = false) => {
    const { id } = (await as(who).call(issueDiscussion.createNote, { ...ref, issueIid: iid, body, internal })) as {
      id: number
    }
    return id
  }
  const url = `/${project.fullPath}/-/issues/${iid}`
  const report = (who: Person, from: string, author: Member | 'root', more: object = {}) =>
    as(who).reply(createAbuseReport, {
      abuseReport: { userId: users[author].id, category: 'spam', reportedFromUrl: from, ...more },
    })
  const reports = async (state: 'open' | 'closed' = 'open') => as('root').call(abuseReportsPage, { state })
  return { iid, say, url, report, reports, page: { namespace: project.fullPath, iid } }
}

test('NOTE-019 a comment is reported, and an administrator sees the reporter, the comment and the reason', async () => {
  const it = await world()
  const { say, url, report, reports } = await scene(it)
  const noteId = await say('gus', 'Look at **my** shop')
  const reply = await report('rita', `${url}#note_${noteId}`, 'gus', { message: '  He does it everywhere ' })
  expect(reply).toMatchObject({ status: 201, body: { is_updated: false } })
  const page = await reports()
  expect(page.counts).toEqual({ open: 1, closed: 0 })
  expect(page.hasNext).toBe(false)
  expect(page.reports).toEqual([
    expect.objectContaining({
      kind: 'note',
      category: 'spam',
      message: 'He does it everywhere',
      title: 'Cheap wool',
      reference: expect.stringMatching(/^weft\/loom#\d+$/),
      excerpt: 'Look at **my** shop',
      path: `${url}#note_${noteId}`,
      isGone: false,
      state: 'open',
      closedAt: null,
      closedBy: null,
      openReports: 1,
      canBlock: true,
    }),
  ])
  expect(page.reports[0]?.reporter?.id).toBe(it.users.rita.id)
  expect(page.reports[0]?.user.id).toBe(it.users.gus.id)
  // The event is in the same transaction as the report.
  const event = await it.db
    .selectFrom('events')
    .select(['actorId', 'payload', 'topics'])
    .where('name', '=', 'abuse_report.created')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ actorId: it.users.rita.id, payload: { reportId: page.reports[0]?.id } })
  expect(event.topics).toContain(`user:${it.users.root.id}`)
})

test('ISSUE-016 an issue and a person are reported, by whole addresses too', async () => {
  const it = await world()
  const { url, report, reports } = await scene(it)
  await expect(
    report('rita', `http://weft.test${url}?sort=asc`, 'gus', { category: 'phishing' }),
  ).resolves.toMatchObject({
    status: 201,
  })
  await expect(
    report('nina', '/gus', 'gus', { category: 'other', message: 'A second account' }),
  ).resolves.toMatchObject({
    status: 201,
  })
  const shown = (await reports()).reports.map(({ kind, title, reference, path, excerpt, openReports }) => ({
    kind,
    title,
    reference,
    path,
    excerpt,
    openReports,
  }))
  expect(shown).toContainEqual({
    kind: 'issue',
    title: 'Cheap wool',
    reference: `weft/loom#${url.split('/').at(-1)}`,
    path: url,
    excerpt: 'Buy it now',
    openReports: 2,
  })
  expect(shown).toContainEqual(expect.objectContaining({ kind: 'profile', reference: '@gus', path: '/gus' }))
})

test('NOTE-019 a second report of the same by the same person changes the first, that of another is its own', async () => {
  const it = await world()
  const { say, url, report, reports } = await scene(it)
  const from = `${url}#note_${await say('gus')}`
  const first = await report('rita', from, 'gus')
  const again = await report('rita', from, 'gus', { category: 'offensive', message: 'Rude as well' })
  expect(again.body).toEqual({ ...Object(first.body), is_updated: true })
  await report('rita', from, 'gus', { category: 'malware' })
  await report('dan', from, 'gus')
  const page = await reports()
  expect(page.counts.open).toBe(2)
  const ofRita = page.reports.find(each => each.reporter?.id === it.users.rita.id)
  expect(ofRita).toMatchObject({ category: 'malware', message: 'Rude as well', openReports: 2 })
  // Once it is closed, who reports again makes another.
  await it.as('root').call(dismissAbuseReport, { reportId: ofRita?.id ?? 0 })
  await expect(report('rita', from, 'gus')).resolves.toMatchObject({ body: { is_updated: false } })
  expect((await reports()).counts).toEqual({ open: 2, closed: 1 })
})

test.each<[Person, number]>([
  ['anon', 401],
  ['nina', 404],
  ['gus', 403],
  ['rita', 201],
  ['root', 201],
])('NOTE-018 PERM-007 %s reporting an issue and a comment of gus in a private project: %i', async (who, status) => {
  const it = await world()
  const { say, url, report } = await scene(it)
  const noteId = await say('gus')
  for (const from of [url, `${url}#note_${noteId}`])
    await expect(report(who, from, 'gus')).resolves.toMatchObject({ status })
})

test('NOTE-019 PERM-003 hidden items cannot be reported: internal notes, confidential issues', async () => {
  const it = await world()
  const { say, url, report, reports } = await scene(it)
  const internal = await say('dan', 'Between us', true)
  const answer = await report('gus', `${url}#note_${internal}`, 'dan')
  expect(answer).toMatchObject({ status: 404 })
  // The answer equals the one about a note that does not exist.
  expect(answer.body).toEqual((await report('gus', `${url}#note_999999999`, 'dan')).body)
  await expect(report('rita', `${url}#note_${internal}`, 'dan')).resolves.toMatchObject({ status: 201 })

  // Nor is a place to type about it.
  const kept = (who: Member, noteId: number) =>
    it.as(who).reply(keepUnsentText, { device: 'a-device', place: `abuse.note.${noteId}`, text: 'Bad' })
  await expect(kept('gus', internal)).resolves.toMatchObject({ status: 404 })
  await expect(kept('rita', internal)).resolves.toMatchObject({ status: 200 })

  const secret = await it.as('dan').call(createIssue, { id: it.project.id, title: 'Secret', confidential: true })
  const secretUrl = url.replace(/\d+$/, String(secret.iid))
  const refused = await report('gus', secretUrl, 'dan')
  expect(refused.status).toBe(404)
  expect(refused.body).toEqual((await report('gus', url.replace(/\d+$/, '999999'), 'dan')).body)
  // A wrong author reveals nothing either.
  await expect(report('gus', secretUrl, 'rita')).resolves.toMatchObject({ status: 404, body: refused.body })
  expect((await reports()).reports.map(each => each.title)).toEqual(['Cheap wool'])
})

test.each([
  ['/weft/loom', 'another page'],
  ['/weft/loom/-/milestones/1', 'another kind'],
  ['https://elsewhere.test/weft/loom/-/issues/1', 'another site'],
  ['//elsewhere.test/gus', 'another host'],
  ['javascript:alert(1)', 'no address'],
  ['http://[', 'nothing that can be read'],
  ['', 'nothing'],
])('NOTE-019 the address %j is refused: %s', async from => {
  const it = await world()
  const { report, reports } = await scene(it)
  await expect(report('rita', from, 'gus')).resolves.toMatchObject({
    status: 400,
    body: { message: { reported_from_url: ['is not the URL of a comment, issue or user'] } },
  })
  expect((await reports()).counts.open).toBe(0)
})

test('NOTE-019 missing and wrong values are reported by field, and nothing is stored', async () => {
  const it = await world()
  const { url, report, reports } = await scene(it)
  const said = async (author: Member, more: object) => (await report('rita', url, author, more)).body
  await expect(said('gus', { category: 'other', message: ' ' })).resolves.toEqual({
    message: { message: ['is required when the category is “other”'] },
  })
  await expect(said('gus', { message: 'x'.repeat(2001) })).resolves.toEqual({
    message: { message: ['is too long (maximum is 2000 characters)'] },
  })
  await expect(said('dan', {})).resolves.toEqual({
    message: { user_id: ['is not the author of the reported content'] },
  })
  await expect(report('rita', url, 'gus', { category: 'boring' })).resolves.toMatchObject({ status: 400 })
  expect((await reports()).counts.open).toBe(0)
})

test('NOTE-019 a system note, which has no writer, cannot be reported', async () => {
  const it = await world()
  const { url, iid, page, report } = await scene(it)
  await it.as('dan').call(updateIssue, { id: it.project.id, issueIid: iid, title: 'Wool' })
  const notes = (await it.as('rita').call(issueDiscussionPage.listPageDiscussions, page)).flatMap(each => each.notes)
  const system = notes.find(note => note.system)
  expect(system?.reportAbusePath).toBeNull()
  await expect(report('rita', `${url}#note_${system?.id}`, 'dan')).resolves.toMatchObject({ status: 403 })
})

test('NOTE-018 NOTE-041 PERM-007 the path to report by is told to those who may, at no cost', async () => {
  const it = await world()
  const { say, page } = await scene(it)
  await say('gus')
  await say('rita')
  const paths = async (who: Person) =>
    (await it.as(who).call(issueDiscussionPage.listPageDiscussions, page)).map(each => each.notes[0]?.reportAbusePath)
  await expect(paths('rita')).resolves.toEqual(['/-/abuse_reports', null])
  await expect(paths('gus')).resolves.toEqual([null, '/-/abuse_reports'])
  const ofIssue = async (who: Person) => {
    const { reportAbusePath, permissions } = await it.as(who).call(getIssuePage, page)
    return [reportAbusePath, permissions.isIssueAuthor]
  }
  await expect(ofIssue('rita')).resolves.toEqual(['/-/abuse_reports', false])
  await expect(ofIssue('gus')).resolves.toEqual([null, true])
  const before = await it.statements(() => paths('gus'))
  await say('mina')
  await expect(it.statements(() => paths('gus'))).resolves.toBe(before)

  const open = await it.build.project({ visibility: 'public' })
  const issue = await it.build.issue({ projectId: open.id })
  await it.build.note({ issuableId: issue.id, authorId: it.users.dan.id })
  const ofVisitor = { namespace: open.fullPath, iid: issue.iid }
  const discussions = await it.as('anon').call(issueDiscussionPage.listPageDiscussions, ofVisitor)
  expect(discussions.flatMap(each => each.notes.map(note => note.reportAbusePath))).toEqual([null])
  await expect(it.as('anon').call(getIssuePage, ofVisitor)).resolves.toMatchObject({ reportAbusePath: null })
})

test('NOTE-019 a report is dismissed, and that is taken back', async () => {
  const it = await world()
  const { url, report, reports } = await scene(it)
  await report('rita', url, 'gus')
  const reportId = (await reports()).reports[0]?.id ?? 0
  const counted = async (who: Person) => (await it.as(who).call(getViewer, {})).counts.abuseReports
  await expect(counted('root')).resolves.toBe(1)
  await expect(counted('olga')).resolves.toBe(0)
  await expect(it.as('root').call(dismissAbuseReport, { reportId })).resolves.toEqual({ ids: [reportId] })
  await expect(counted('root')).resolves.toBe(0)
  const closed = await reports('closed')
  expect(closed.counts).toEqual({ open: 0, closed: 1 })
  expect(closed.reports[0]).toMatchObject({ id: reportId, state: 'closed', openReports: 0 })
  expect(closed.reports[0]?.closedBy?.id).toBe(it.users.root.id)
  // Twice is once.
  await expect(it.as('root').call(dismissAbuseReport, { reportId })).resolves.toEqual({ ids: [] })
  await expect(it.as('root').call(reopenAbuseReports, { ids: [reportId, reportId + 1] })).resolves.toEqual({
    ids: [reportId],
  })
  expect((await reports()).reports[0]).toMatchObject({ id: reportId, closedAt: null, closedBy: null })
  await expect(it.as('root').reply(dismissAbuseReport, { reportId: reportId + 1 })).resolves.toMatchObject({
    status: 404,
  })
})

test('NOTE-019 a closed report is not reopened beside a newer one of the same', async () => {
  const it = await world()
  const { url, report, reports } = await scene(it)
  const ids: number[] = []
  for (const message of ['One', 'Two', 'Three']) {
    await report('rita', url, 'gus', { message })
    const reportId = (await reports()).reports[0]?.id ?? 0
    ids.push(reportId)
    if (message !== 'Three') await it.as('root').call(dismissAbuseReport, { reportId })
  }
  await expect(it.as('root').call(reopenAbuseReports, { ids })).resolves.toEqual({ ids: [] })
  await it.as('root').call(dismissAbuseReport, { reportId: ids[2] ?? 0 })
  // If a user has reported the same thing several times, only the last report is reopened.
  await expect(it.as('root').call(reopenAbuseReports, { ids })).resolves.toEqual({ ids: [ids[2]] })
})

test('NOTE-019 blocking a reported user closes all open reports on them', async () => {
  const it = await world()
  const { say, url, report, reports } = await scene(it)
  await report('rita', url, 'gus')
  await report('dan', `${url}#note_${await say('gus')}`, 'gus')
  await report('dan', `${url}#note_${await say('mina')}`, 'mina')
  const open = (await reports()).reports
  const onGus = open.filter(each => each.user.id === it.users.gus.id).map(each => each.id)
  const { ids } = await it.as('root').call(blockReportedUser, { reportId: onGus[0] ?? 0 })
  expect(ids.toSorted()).toEqual(onGus.toSorted())
  await expect(it.as('root').call(getUserById, { id: it.users.gus.id })).resolves.toMatchObject({ state: 'blocked' })
  expect((await reports()).reports.map(each => each.user.id)).toEqual([it.users.mina.id])
  expect((await reports('closed')).reports.map(each => each.canBlock)).toEqual([false, false])
  // A user who is blocked already is not blocked again.
  await expect(it.as('root').reply(blockReportedUser, { reportId: onGus[0] ?? 0 })).resolves.toMatchObject({
    status: 403,
  })
})

test('NOTE-019 a report outlives the comment, the one who reported, and goes with the account it is about', async () => {
  const it = await world()
  const { say, url, iid, report, reports } = await scene(it)
  const noteId = await say('mina', 'Bad words')
  await report('nina', '/mina', 'mina')
  await report('rita', `${url}#note_${noteId}`, 'mina')
  await it.as('mina').call(issueDiscussion.deleteNote, { id: it.project.id, issueIid: iid, noteId })
  await it.as('root').call(deleteUser, { id: it.users.rita.id })
  expect((await reports()).reports[0]).toMatchObject({
    kind: 'note',
    isGone: true,
    excerpt: 'Bad words',
    reporter: null,
  })
  await it.as('root').call(deleteUser, { id: it.users.mina.id })
  expect((await reports()).counts).toEqual({ open: 0, closed: 0 })
})

test('NOTE-019 a list costs no more with more rows, and comes in pages', async () => {
  const it = await world()
  const { say, url, report } = await scene(it)
  const list = (page = 1) => it.as('root').call(abuseReportsPage, { page, perPage: 2 })
  await report('rita', url, 'gus')
  const before = await it.statements(() => list())
  for (const body of ['One', 'Two']) await report('rita', `${url}#note_${await say('gus', body)}`, 'gus')
  await expect(it.statements(() => list())).resolves.toBe(before)
  const first = await list()
  expect([first.reports.length, first.hasNext]).toEqual([2, true])
  const second = await list(2)
  expect([second.reports.length, second.hasNext]).toEqual([1, false])
  expect(new Set([...first.reports, ...second.reports].map(each => each.id)).size).toBe(3)
})

test('NOTE-019 twenty reports a minute are enough for one person', async () => {
  const it = await world({ settings: { RATE_LIMITS: 'on' } })
  const { url, report } = await scene(it)
  const statuses = []
  for (let count = 0; count < 21; count++) statuses.push((await report('dan', url, 'gus')).status)
  expect(statuses.slice(0, 20).every(status => status === 201)).toBe(true)
  expect(statuses[20]).toBe(429)
})
