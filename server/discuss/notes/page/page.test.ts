import { expect, test } from 'vitest'
import {
  createPageNote,
  deletePageNote,
  pollNotes,
  unresolvePageNote,
  updatePageNote,
} from '#contract/discuss/discussion-page.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { type Member, world } from '#test/world/world.ts'

type Caller = Member | 'anon' | 'root'

test('NOTE-038 a comment from the page answers with the note, its discussion and the flags of its author', async () => {
  const { as, build } = await world()
  const issue = await build.issuable({ author: 'gus' })
  const created = await as('gus').call(createPageNote, { ...issue.target, note: { note: 'Hello **there**' } })
  expect(created).toMatchObject({
    valid: true,
    note: 'Hello **there**',
    noteHtml: '<p>Hello <strong>there</strong></p>\n',
    author: { username: 'gus', path: '/gus', showStatus: false },
    currentUser: { canEdit: true, canAwardEmoji: true, canResolve: false },
    isNoteableAuthor: true,
    humanAccess: 'Guest',
    system: false,
    awardEmoji: [],
    noteableNoteUrl: `/weft/loom/-/issues/${issue.iid}#note_${created.id}`,
    path: `/weft/loom/notes/${created.id}`,
    discussion: { individualNote: true, resolvable: false, expanded: true, notes: [{ id: created.id }] },
  })
})

test('NOTE-044 flags differ by reader', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  await build.note({ issuableId: issue.id, authorId: users.gus.id, type: 'DiscussionNote' })
  const flagsFor = async (who: Caller) => {
    const [discussion] = await as(who).call(issueDiscussionPage.listPageDiscussions, issue.page)
    return discussion?.notes[0]?.currentUser
  }
  await expect(flagsFor('gus')).resolves.toMatchObject({ canEdit: true, canAwardEmoji: true, canResolve: true })
  await expect(flagsFor('rita')).resolves.toMatchObject({ canEdit: false, canAwardEmoji: true, canResolve: false })
  await expect(flagsFor('dan')).resolves.toMatchObject({ canEdit: false, canResolve: true })
  await expect(flagsFor('mina')).resolves.toMatchObject({ canEdit: true, canResolve: true })
})

test('FORM-016 a thread is started, answered, resolved and opened again from the page', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const thread = await as('gus').call(createPageNote, {
    ...issue.target,
    note: { note: 'Why?', type: 'DiscussionNote' },
  })
  const discussionId = thread.discussionId ?? ''
  const reply = await as('dan').call(createPageNote, {
    ...issue.target,
    inReplyToDiscussionId: discussionId,
    returnDiscussion: true,
    note: { note: 'So' },
  })
  expect(reply.discussion).toMatchObject({ id: discussionId, individualNote: false, resolvable: true, resolved: false })
  expect(reply.discussion?.notes.map(note => note.note)).toEqual(['Why?', 'So'])
  const resolved = await as('dan').call(issueDiscussionPage.resolvePageDiscussion, { ...issue.page, discussionId })
  expect(resolved).toMatchObject({ resolved: true, expanded: false, resolvedBy: { username: 'dan' } })
  const { namespace } = issue.page
  const note = await as('dan').call(unresolvePageNote, { namespace, noteId: Number(reply.id) })
  expect(note).toMatchObject({ resolved: false })
})

test('POLL-006 discussions come in pages of a growing size until there is no cursor', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const made: string[] = []
  for (let count = 0; count < 25; count++) {
    const { id } = await build.note({ issuableId: issue.id, authorId: users.rita.id })
    made.push(String(id))
  }
  const first = await as('gus').reply(issueDiscussionPage.listPageDiscussions, issue.page)
  const cursor = first.headers['x-next-page-cursor']
  expect(cursor).toMatch(/^\d+-\d+$/)
  const second = await as('gus').reply(issueDiscussionPage.listPageDiscussions, { ...issue.page, cursor, perPage: 30 })
  expect(second.headers['x-next-page-cursor']).toBeUndefined()
  const idsOf = (body: unknown) =>
    (body as { notes: { id: string }[] }[]).flatMap(each => each.notes.map(note => note.id))
  expect(idsOf(first.body)).toHaveLength(20)
  expect([...idsOf(first.body), ...idsOf(second.body)]).toEqual(made)
  await expect(
    as('gus').reply(issueDiscussionPage.listPageDiscussions, { ...issue.page, cursor: "1-2' or 1=1" }),
  ).resolves.toMatchObject({
    status: 400,
  })
})

test('the filter shows comments alone or history alone', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const by = { issuableId: issue.id, authorId: users.rita.id }
  await build.note({ ...by, body: 'said' })
  await build.note({ ...by, system: true, systemAction: 'label', body: 'added' })
  const bodies = async (notesFilter: number) => {
    const list = await as('gus').call(issueDiscussionPage.listPageDiscussions, { ...issue.page, notesFilter })
    return list.flatMap(each => each.notes.map(note => note.note))
  }
  await expect(bodies(0)).resolves.toEqual(['said', 'added'])
  await expect(bodies(1)).resolves.toEqual(['said'])
  await expect(bodies(2)).resolves.toEqual(['added'])
})

test('a reference is a link for readers who may know of its target, and the typed text for others', async () => {
  const { as, build, users } = await world()
  const issue = await build.issuable()
  const secret = await build.issuable({ confidential: true, title: 'Secret plan' })
  const open = await build.issuable({ title: 'Open plan' })
  const elsewhere = await build.project({ path: 'hidden', members: { [users.olga.id]: 50 } })
  const far = await build.issuable({ projectId: elsewhere.id, title: 'Far plan' })
  await as('olga').call(issueDiscussion.createNote, {
    ...issue.ref,
    body: `See #${secret.iid}+ and #${open.iid} and hidden#${far.iid}+ and "note_html":"\uFDD41"`,
  })
  const htmlFor = async (who: Caller) => {
    const list = await as(who).call(issueDiscussionPage.listPageDiscussions, issue.page)
    return list.flatMap(each => each.notes.map(note => note.noteHtml)).join()
  }
  const forOlga = await htmlFor('olga')
  expect(forOlga).toContain('Secret plan')
  expect(forOlga).toContain('Far plan')
  const forRita = await htmlFor('rita')
  expect(forRita).toContain('Secret plan')
  expect(forRita).not.toContain('Far plan')
  const forGus = await htmlFor('gus')
  expect(forGus).toContain(`>#${open.iid}</a>`)
  expect(forGus).not.toMatch(/Secret plan|Far plan|data-original="hidden/)
  expect(forGus).toContain(`#${secret.iid}+`)
})

test('a reference follows its target when that turns confidential', async () => {
  const { as, build, db } = await world()
  const issue = await build.issuable()
  const other = await build.issuable({ title: 'Plan' })
  await as('olga').call(issueDiscussion.createNote, { ...issue.ref, body: `See #${other.iid}+` })
  const html = async () =>
    (await as('gus').call(issueDiscussionPage.listPageDiscussions, issue.page))[0]?.notes[0]?.noteHtml
  await expect(html()).resolves.toContain('Plan')
  await db.updateTable('issuables').set({ confidential: true }).where('id', '=', other.id).execute()
  await expect(html()).resolves.not.toContain('Plan')
})

test.each<[Caller, readonly string[]]>([
  ['olga', ['mentioned']],
  ['rita', ['mentioned']],
  ['gus', []],
])('a mention by a confidential issue is told to %s: %j', async (who, actions) => {
  const { as, build } = await world()
  const source = await build.issuable({ confidential: true })
  const target = await build.issuable()
  await as('rita').call(issueDiscussion.createNote, { ...source.ref, body: `Blocks #${target.iid}` })
  await as('rita').call(issueDiscussion.createNote, { ...source.ref, body: `Once more: #${target.iid}` })
  const list = await as(who).call(issueDiscussionPage.listPageDiscussions, target.page)
  expect(list.flatMap(each => each.notes.map(note => note.note.split(' ')[0]))).toEqual(actions)
  const polled = await as(who).call(pollNotes, { ...target.target, lastFetchedAt: 0 })
  expect(polled.notes).toHaveLength(actions.length)
})

test('PERM-012 internal notes are not on the page of a guest, by list or poll, and their mentions stay inside', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const other = await build.issuable()
  await as('rita').call(createPageNote, {
    ...issue.target,
    note: { note: `Between us #${other.iid}`, internal: true },
  })
  await expect(as('gus').call(issueDiscussionPage.listPageDiscussions, issue.page)).resolves.toEqual([])
  await expect(as('gus').call(issueDiscussionPage.listPageDiscussions, other.page)).resolves.toEqual([])
  await expect(as('gus').call(pollNotes, { ...issue.target, lastFetchedAt: 0 })).resolves.toMatchObject({ notes: [] })
  const inside = await as('dan').call(issueDiscussionPage.listPageDiscussions, other.page)
  expect(inside).toMatchObject([{ confidential: true, notes: [{ systemAction: 'cross_reference' }] }])
})

test('POLL-024 the poll brings changes, and needs the time of the last one', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const { id } = await as('gus').call(createPageNote, { ...issue.target, note: { note: 'One' } })
  const all = await as('rita').call(pollNotes, { ...issue.target, lastFetchedAt: 0 })
  expect(all.notes.map(note => note.id)).toEqual([id])
  const later = await as('rita').call(pollNotes, { ...issue.target, lastFetchedAt: all.lastFetchedAt + 60_000_000 })
  expect(later.notes).toEqual([])
  await expect(as('rita').reply(pollNotes, issue.target)).resolves.toMatchObject({ status: 400 })
})

test('what cannot be a note answers 422, an edit answers with the note, a deletion with nothing', async () => {
  const { as, build } = await world()
  const issue = await build.issuable()
  const blank = await as('gus').reply(createPageNote, { ...issue.target, note: { note: '  ' } })
  expect(blank).toMatchObject({ status: 422, body: { errors: { note: ["can't be blank"] } } })
  const { id } = await as('gus').call(createPageNote, { ...issue.target, note: { note: 'One' } })
  const ref = { namespace: issue.page.namespace, noteId: Number(id) }
  const edited = await as('gus').call(updatePageNote, { ...ref, note: { note: 'Two' } })
  expect(edited).toMatchObject({ id, note: 'Two', lastEditedBy: { username: 'gus' } })
  await expect(as('gus').reply(updatePageNote, { ...ref, note: { note: '' } })).resolves.toMatchObject({ status: 422 })
  await expect(as('gus').reply(deletePageNote, ref)).resolves.toMatchObject({ status: 200, body: null })
  await expect(as('gus').reply(updatePageNote, { ...ref, note: { note: 'x' } })).resolves.toMatchObject({ status: 404 })
})

test('NOTE-034 if two users save a comment at the same time, the second is refused, with the text of the first', async () => {
  const { as, build, users } = await world({ commits: true })
  const issue = await build.issuable()
  const { id } = await build.note({ issuableId: issue.id, authorId: users.gus.id, body: 'One' })
  const saveAs = (who: Caller, note: string, base?: string) =>
    as(who).reply(updatePageNote, {
      namespace: issue.page.namespace,
      noteId: id,
      note: base === undefined ? { note } : { note, base },
    })
  const both = await Promise.all([saveAs('mina', 'Of Mina', 'One'), saveAs('olga', 'Of Olga', 'One')])
  const [won, lost] = both.toSorted((a, b) => a.status - b.status)
  expect(won?.status).toBe(200)
  const { note = '' } = (won?.body ?? {}) as { readonly note?: string }
  expect(['Of Mina', 'Of Olga']).toContain(note)
  expect(lost).toMatchObject({
    status: 409,
    body: { errors: 'Someone edited this comment at the same time you did.', note: { id: String(id), note } },
  })
  // Nor do its quick actions run, or an edit of nothing but commands delete the note.
  await expect(saveAs('mina', '/close', 'One')).resolves.toMatchObject({ status: 409, body: { note: { note } } })
  // A save whose answer was lost is sent again; without a base the last write wins.
  await expect(saveAs('mina', note, 'One')).resolves.toMatchObject({ status: 200 })
  await expect(saveAs('mina', 'Both', note)).resolves.toMatchObject({ status: 200, body: { note: 'Both' } })
  await expect(saveAs('olga', 'Last')).resolves.toMatchObject({ status: 200, body: { note: 'Last' } })
})

test('NOTE-003 the status of an author cannot inject anything', async () => {
  const { as, build, db, users } = await world()
  const issue = await build.issuable()
  await build.note({ issuableId: issue.id, authorId: users.gus.id })
  const status = { statusEmoji: 'coffee', statusMessage: '<img src=x onerror=alert(1)> & so' }
  await db.updateTable('users').set(status).where('id', '=', users.gus.id).execute()
  const [discussion] = await as('rita').call(issueDiscussionPage.listPageDiscussions, issue.page)
  expect(discussion?.notes[0]?.author).toMatchObject({
    showStatus: true,
    statusTooltipHtml:
      '<gl-emoji data-name="coffee"></gl-emoji> <span>&lt;img src=x onerror=alert(1)&gt; &amp; so</span>',
  })
})

test('statements for 5 and 50 notes with references and reactions are the same', async () => {
  const { as, build, db, statements, users } = await world()
  const [few, many] = [await build.issuable(), await build.issuable()]
  const html = (id: number) =>
    `<p><a data-reference-id="${id}" href="/x" class="gfm" data-original="#1" data-reference-type="issue">#1</a></p>`
  for (let made = 0; made < 50; made++) {
    for (const issue of made < 5 ? [few, many] : [many]) {
      const note = await build.note({ issuableId: issue.id, authorId: users.rita.id, html: html(issue.id) })
      await db
        .insertInto('awardEmoji')
        .values({ issuableId: issue.id, noteId: note.id, userId: users.gus.id, name: 'tada' })
        .execute()
    }
  }
  const wish = { perPage: 100, notesFilter: 0, persistFilter: false }
  const forFew = await statements(() =>
    as('gus').call(issueDiscussionPage.listPageDiscussions, { ...few.page, ...wish }),
  )
  const forMany = await statements(() =>
    as('gus').call(issueDiscussionPage.listPageDiscussions, { ...many.page, ...wish }),
  )
  expect([forFew, forMany]).toEqual([3, 3])
  const list = await as('gus').call(issueDiscussionPage.listPageDiscussions, { ...many.page, perPage: 100 })
  expect(list[7]?.notes[0]).toMatchObject({
    awardEmoji: [{ name: 'tada', user: { username: 'gus' } }],
    noteHtml: html(many.id),
  })
})
