import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  discardUnsentText,
  forgetUnsentText,
  getUnsentText,
  keepUnsentText,
  listUnsentTexts,
  unsentTextsPage,
} from '#contract/feeds/unsent-texts.ts'
import { getViewer } from '#contract/foundation/users.ts'
import { world } from '#test/world/world.ts'
import { maxTexts } from './keep.ts'
import { purgeUnsentTexts } from './purge.ts'

const laptop = 'laptop-0001'
const phone = 'phone-00002'

test('EDIT-015 what is typed on one device is there for the other, until it is sent', async () => {
  const { as, build } = await world()
  const issue = await build.issue({ title: 'The shuttle jams' })
  const place = `Issue.${issue.id}.note`
  const rita = as('rita')
  const first = await rita.call(keepUnsentText, { place, device: laptop, text: 'Half a thou' })
  const again = await rita.call(keepUnsentText, { place, device: laptop, text: 'Half a thought', base: null })
  expect(again.id).toBe(first.id)
  await rita.call(keepUnsentText, { place, device: phone, text: 'Another one' })
  const listed = await rita.call(listUnsentTexts, {})
  expect(listed.texts.map(each => [each.place, each.device, each.excerpt])).toEqual([
    [place, phone, 'Another one'],
    [place, laptop, 'Half a thought'],
  ])
  expect((await rita.call(getViewer, {})).counts.unsentTexts).toBe(2)
  // The phone continues the text of the laptop.
  await rita.call(keepUnsentText, { place, device: phone, text: 'Half a thought, whole', replaces: first.id })
  expect((await rita.call(listUnsentTexts, {})).texts.map(each => each.excerpt)).toEqual(['Half a thought, whole'])
  // Sent before the server heard who goes on with it: both are over.
  const other = await rita.call(keepUnsentText, { place, device: laptop, text: 'Left behind' })
  await rita.call(forgetUnsentText, { place, device: phone, replaces: other.id })
  await rita.call(forgetUnsentText, { place, device: phone })
  expect((await rita.call(listUnsentTexts, {})).texts).toEqual([])
})

test('EDIT-015 of two calls of a device the later written one holds, in whatever order they arrive', async () => {
  const { as, build } = await world()
  const place = `Issue.${(await build.issue()).id}.note`
  const rita = as('rita')
  const keep = (text: string, writtenMs: number) =>
    rita.call(keepUnsentText, { place, device: laptop, text, writtenMs })
  const forget = (writtenMs: number) => rita.call(forgetUnsentText, { place, device: laptop, writtenMs })
  const listed = async () => {
    const { texts, discarded } = await rita.call(listUnsentTexts, { device: laptop })
    expect(discarded).toEqual([])
    return texts.map(each => each.excerpt)
  }
  await keep('Half a thought', 1)
  expect(await keep('Half a', 0)).toMatchObject({ writtenMs: 1 })
  expect(await listed()).toEqual(['Half a thought'])
  // Sent, while a save of it was still on its way.
  await forget(3)
  expect(await keep('Half a thought, and', 2)).toMatchObject({ writtenMs: 3 })
  expect(await listed()).toEqual([])
  await keep('Another one', 4)
  await forget(3)
  expect(await listed()).toEqual(['Another one'])
  // The first call that arrives at all is the later one.
  const other = { place: 'profile.bio', device: laptop }
  await rita.call(forgetUnsentText, { ...other, writtenMs: 6 })
  await rita.call(keepUnsentText, { ...other, text: 'A weaver', writtenMs: 5 })
  expect(await listed()).toEqual(['Another one'])
  // Discarded elsewhere: the same save, tried again, does not bring it back.
  const { id } = await keep('Another one', 7)
  await rita.call(discardUnsentText, { id })
  await keep('Another one', 7)
  expect((await rita.call(listUnsentTexts, { device: laptop })).texts).toEqual([])
})

test('PERM-003 nobody else learns of a text, not even an administrator', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const place = `Issue.${issue.id}.note`
  const kept = await as('rita').call(keepUnsentText, { place, device: laptop, text: 'Mine' })
  for (const who of ['olga', 'nina', 'root'] as const) {
    expect((await as(who).call(listUnsentTexts, {})).texts).toEqual([])
    expect((await as(who).call(unsentTextsPage, {})).texts).toEqual([])
    await expect(as(who).call(getUnsentText, { id: kept.id })).rejects.toMatchObject({ kind: 'not_found' })
    await as(who).call(forgetUnsentText, { place, device: laptop })
    await as(who).call(discardUnsentText, { id: kept.id })
  }
  await as('olga').call(keepUnsentText, { place, device: laptop, text: 'Hers', replaces: kept.id })
  expect((await as('rita').call(getUnsentText, { id: kept.id })).text).toBe('Mine')
})

test('PERM-003 a place that one may not know of is refused as if it were not there', async () => {
  const { as, build, users } = await world()
  const issue = await build.issue({ confidential: true })
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const places = [
    `Issue.${issue.id}.note`,
    `Issue.${issue.id}.review`,
    `note.${note.id}`,
    'Issue.999999999.note',
    'note.999999999',
    'milestone.99999.description',
  ]
  for (const place of places) {
    const answer = await as('nina').reply(keepUnsentText, { place, device: laptop, text: 'Hm' })
    expect(answer).toMatchObject({ status: 404, body: { message: '404 Place Not Found' } })
  }
})

test('PERM-003 what went out of sight keeps its text and loses its title', async () => {
  const { as, build, db, users } = await world()
  const issue = await build.issue({ title: 'A secret matter', description: 'Secret words' })
  const gus = as('gus')
  const { id } = await gus.call(keepUnsentText, {
    place: `issue.${issue.id}.description`,
    device: laptop,
    text: 'What I wrote',
    base: 'Secret words',
    baseVersion: 3,
  })
  const shown = await gus.call(unsentTextsPage, {})
  expect(shown.texts[0]).toMatchObject({
    kind: 'Description',
    isOutOfSight: false,
    about: { title: 'A secret matter' },
  })
  expect(await gus.call(getUnsentText, { id })).toMatchObject({ base: 'Secret words', baseVersion: 3 })
  await db.updateTable('issuables').set({ confidential: true }).where('id', '=', issue.id).execute()
  const page = await gus.reply(unsentTextsPage, {})
  expect(page.body).toMatchObject({ texts: [{ excerpt: 'What I wrote', about: null, is_out_of_sight: true }] })
  expect(JSON.stringify(page.body)).not.toMatch(/secret/i)
  expect(await gus.call(getUnsentText, { id })).toMatchObject({ text: 'What I wrote', base: null })
  await gus.call(keepUnsentText, { place: 'profile.bio', device: laptop, text: 'A weaver' })
  await db.deleteFrom('members').where('userId', '=', users.gus.id).execute()
  await db.deleteFrom('users').where('id', '=', users.gus.id).execute()
  const left = await db.selectFrom('unsentTexts').select('id').where('userId', '=', users.gus.id).execute()
  expect(left).toEqual([])
})

test('LIMIT-001 there is a limit to their size and their number, and old ones go', async () => {
  const { as, db, users } = await world()
  const rita = as('rita')
  const big = 'x'.repeat(1_048_576)
  await rita.call(keepUnsentText, { place: 'profile.bio', device: laptop, text: big, base: big })
  await expect(
    rita.call(keepUnsentText, { place: 'profile.bio', device: laptop, text: `${big}x` }),
  ).rejects.toMatchObject({ status: 400 })
  await expect(rita.call(keepUnsentText, { place: '../bio', device: laptop, text: '' })).rejects.toMatchObject({
    status: 400,
  })
  await sql`insert into unsent_texts (user_id, place, device, body) select ${users.rita.id}, 'text.' || n, ${laptop}, '' from
    generate_series(2, ${maxTexts}::int) n`.execute(db)
  await expect(rita.call(keepUnsentText, { place: 'more', device: laptop, text: 'x' })).rejects.toMatchObject({
    kind: 'invalid',
  })
  // A text that was discarded before is no later one that would replace the text for which there is no room.
  await rita.call(forgetUnsentText, { place: 'gone', device: laptop, writtenMs: 1 })
  await expect(
    rita.call(keepUnsentText, { place: 'gone', device: laptop, text: 'x', writtenMs: 2 }),
  ).rejects.toMatchObject({ kind: 'invalid' })
  await rita.call(keepUnsentText, { place: 'profile.bio', device: laptop, text: 'A known one may change' })
  await sql`update unsent_texts set updated_at = now() - interval '91 days' where place <> 'profile.bio'`.execute(db)
  await purgeUnsentTexts(db)
  expect((await rita.call(listUnsentTexts, {})).texts.map(each => each.place)).toEqual(['profile.bio'])
})

test('the page tells what each text is about and where to go on, in one statement', async () => {
  const { as, build, project, statements, users } = await world()
  const issue = await build.issue({ title: 'The shuttle jams' })
  const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
  const request = await build.issue({ title: 'Jams no more', type: 'merge_request' })
  const rita = as('rita')
  const keep = (place: string) => rita.call(keepUnsentText, { place, device: laptop, text: place })
  for (const place of [
    `Issue.${issue.id}.note`,
    `Issue.${issue.id}.draft.7`,
    `note.${note.id}`,
    `MergeRequest.${request.id}.note`,
    `Commit.${project.id}-0123456789abc.note`,
    `project.${project.id}.new-issue.draft-0a1b`,
    `project.${project.id}.new-issue.thread-${'ab'.repeat(20)}`,
    `project.${project.id}.new-issue.issue-7`,
    `project.${project.id}.new-issue.merge_request-8`,
    `namespace.${project.id}.new-milestone`,
    `namespace.${project.id}.new-card.3.12.7`,
    'profile.bio',
    'somewhere.else',
  ])
    await keep(place)
  let texts: readonly unknown[] = []
  const count = await statements(async () => {
    texts = (await rita.call(unsentTextsPage, {})).texts
  })
  expect(count).toBe(1)
  const at = `/${project.fullPath}/-`
  expect(texts).toMatchObject([
    { kind: 'Text', about: null, isOutOfSight: false },
    { kind: 'Bio', about: { title: 'Your profile', path: '/-/user_settings/profile' } },
    { kind: 'New issue on a board', about: { path: `${at}/boards/3` } },
    { kind: 'New milestone', about: { path: `${at}/milestones` } },
    { kind: 'Follow-up issue', about: { path: `${at}/issues/new?merge_request_to_resolve_discussions_of=8` } },
    { kind: 'Follow-up issue', about: { path: `${at}/issues/new?issue_to_resolve_discussions_of=7` } },
    { kind: 'Follow-up issue', about: { path: `${at}/issues/new?discussion_to_resolve=${'ab'.repeat(20)}` } },
    { kind: 'New issue', about: { path: `${at}/issues/new?draft=0a1b` } },
    { kind: 'Comment', about: { path: `${at}/commit/0123456789abc` } },
    {
      kind: 'Comment',
      about: {
        reference: `${project.fullPath}!${request.iid}`,
        path: `${at}/merge_requests/${request.iid}`,
      },
    },
    { kind: 'Edited comment', about: { title: 'The shuttle jams', path: `${at}/issues/${issue.iid}#note_${note.id}` } },
    { kind: 'Pending comment', about: { title: 'The shuttle jams', path: `${at}/issues/${issue.iid}` } },
    { kind: 'Comment', about: { title: 'The shuttle jams', path: `${at}/issues/${issue.iid}` } },
  ])
})

test('EDIT-015 a box is kept whole: with what was chosen beside the text, and for whom alone it is', async () => {
  const { as, build, project } = await world()
  const issue = await build.issue()
  const rita = as('rita')
  const fields = {
    title: 'A half-written matter',
    confidential: true,
    dueDate: '2026-12-24',
    weight: 3,
    labels: [{ id: 1, name: 'bug', color: '#d9534f' }],
    assignees: [{ id: 2, name: 'Dan', username: 'dan', avatarUrl: null }],
    milestones: [],
  }
  const draft = { place: `project.${project.id}.new-issue.draft-1`, device: laptop, text: 'It jams', fields }
  const { id } = await rita.call(keepUnsentText, draft)
  await rita.call(keepUnsentText, {
    place: `Issue.${issue.id}.note`,
    device: laptop,
    text: 'Between us',
    fields: { internal: true },
  })
  expect(await rita.call(getUnsentText, { id })).toMatchObject({ fields })
  expect((await rita.call(unsentTextsPage, {})).texts).toMatchObject([
    { excerpt: 'Between us', audience: 'internal' },
    { excerpt: 'A half-written matter\nIt jams', audience: 'confidential' },
  ])
})

test.each(['issue', 'comment', 'project'] as const)(
  'EDIT-015 the text about a deleted %s stays with the name of what it was about, and is kept on, until it is discarded',
  async what => {
    const { as, build, db, project, users } = await world()
    const issue = await build.issue({ title: 'The shuttle jams' })
    const note = await build.note({ issuableId: issue.id, authorId: users.rita.id })
    const rita = as('rita')
    const place = what === 'comment' ? `note.${note.id}` : `Issue.${issue.id}.note`
    const { id } = await rita.call(keepUnsentText, { place, device: laptop, text: 'Half a tho', base: 'Read once' })
    if (what === 'comment') await db.deleteFrom('notes').where('id', '=', note.id).execute()
    else if (what === 'issue') await db.deleteFrom('issuables').where('id', '=', issue.id).execute()
    else {
      await db.deleteFrom('issuables').where('namespaceId', '=', project.id).execute()
      await db.deleteFrom('namespaces').where('id', '=', project.id).execute()
    }
    await rita.call(keepUnsentText, { place, device: laptop, text: 'Half a thought', base: 'Read once' })
    await rita.call(keepUnsentText, { place, device: phone, text: 'Half a thought, taken over', replaces: id })
    const { texts } = await rita.call(unsentTextsPage, {})
    expect(texts).toMatchObject([
      {
        device: phone,
        excerpt: 'Half a thought, taken over',
        isOutOfSight: false,
        about: { title: 'The shuttle jams', reference: `${project.fullPath}#${issue.iid}`, path: null },
      },
    ])
    const [{ id: left = 0 } = {}] = texts
    expect(await rita.call(getUnsentText, { id: left })).toMatchObject({ base: null })
    await rita.call(discardUnsentText, { id: left })
    expect((await rita.call(unsentTextsPage, {})).texts).toEqual([])
  },
)

test('EDIT-015 a device hears which of its texts were discarded elsewhere, and of no other reason to forget one', async () => {
  const { as, build, db } = await world()
  const issue = await build.issue()
  const place = `Issue.${issue.id}.note`
  const rita = as('rita')
  const list = (device: string) => rita.call(listUnsentTexts, { device })
  const { id } = await rita.call(keepUnsentText, { place, device: laptop, text: 'One' })
  await rita.call(discardUnsentText, { id })
  await rita.call(discardUnsentText, { id })
  expect(await list(laptop)).toEqual({ texts: [], discarded: [place] })
  expect(await list(phone)).toEqual({ texts: [], discarded: [] })
  await expect(rita.call(getUnsentText, { id })).rejects.toMatchObject({ kind: 'not_found' })
  expect((await rita.call(getViewer, {})).counts.unsentTexts).toBe(0)
  // Undone, and taken over.
  const again = await rita.call(keepUnsentText, { place, device: laptop, text: 'One' })
  expect(await list(laptop)).toMatchObject({ texts: [{ excerpt: 'One' }], discarded: [] })
  await rita.call(keepUnsentText, { place, device: phone, text: 'One, on the phone', replaces: again.id })
  expect(await list(laptop)).toMatchObject({ texts: [{ device: phone }], discarded: [place] })
  await db.deleteFrom('unsentTexts').execute()
  expect(await list(laptop)).toEqual({ texts: [], discarded: [] })
})
