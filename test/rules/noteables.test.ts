import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { allSeries, issuableKinds } from '#contract/issuable-kinds.ts'
import type { Operation } from '#contract/operation.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { type Context, transact } from '#server/context.ts'
import { reportAbuse } from '#server/discuss/abuse-reports/report.ts'
import { noteableAnswers } from '#server/discuss/noteable-answers.ts'
import { followUpOf, followUpTexts } from '#server/discuss/notes/follow-up.ts'
import type { Answer } from '#server/slice.ts'
import { slices } from '#server/slices.ts'
import { world } from '#test/world/world.ts'

/** The kind of docs/new-noteable-kind.md. */
const runbooks = {
  word: 'runbook',
  contractType: 'Runbook',
  // One of the table's, of which nothing is answered yet.
  series: 'merge_request',
  namespace: 'project',
  rest: { root: 'projects', segment: 'runbooks', parameter: 'runbookIid', notesParameter: 'runbookIid' },
  page: 'runbooks',
  hasPositions: false,
} as const

/** One of each series of the table. */
const kindsOfTable = allSeries.map(series => issuableKinds[series])

const root = join(import.meta.dirname, '../..')

/** The files that are derived from the table of kinds. */
const derived = [
  'contract/feeds/activity.ts',
  'server/plan/change-sets/own-events.ts',
  ...['discuss/references', 'feeds/activity', 'feeds/todos', 'graphql'].flatMap(folder =>
    globSync(`server/${folder}/**/*.ts`, { cwd: root }).filter(path => !path.endsWith('.test.ts')),
  ),
]

const operations = noteableOperations(runbooks)
const pageOperations = noteablePageOperations(runbooks)
const all = Object.values({ ...operations, ...pageOperations })
const answers = noteableAnswers(runbooks, operations, pageOperations)

/** Run an answer with the input that the doors would have decoded. */
const run = (among: readonly Answer[], ctx: Context, operation: Operation, input: object) =>
  among.find(each => each.operation === operation)?.run(ctx, input as never)

test('the operations on a kind have its name, path and parameter', () => {
  const { createNote, listLabelEvents } = operations
  const { listPageDiscussions } = pageOperations
  expect(createNote).toMatchObject({
    name: 'createRunbookNote',
    summary: 'Comment on a runbook',
    path: '/projects/:id/runbooks/:runbookIid/notes',
    input: { required: ['id', 'runbookIid', 'body'] },
  })
  expect(listLabelEvents).toMatchObject({
    name: 'listRunbookLabelEvents',
    path: '/projects/:id/runbooks/:runbookIid/resource_label_events',
  })
  expect(listPageDiscussions).toMatchObject({
    name: 'listRunbookPageDiscussions',
    path: '/:namespace/-/runbooks/:iid/discussions.json',
  })
  expect(all.filter(each => !each.name.includes('Runbook')).map(each => each.name)).toEqual([])
  expect(all.filter(each => !/\/runbooks\/:(runbookIid|iid)\//.test(each.path)).map(each => each.path)).toEqual([])
})

test('the operations on two kinds do not collide', () => {
  const kinds = [...kindsOfTable, runbooks]
  const made = kinds.flatMap(kind =>
    Object.values({ ...noteableOperations<string, string>(kind), ...noteablePageOperations(kind) }),
  )
  const names = made.map(each => each.name)
  const addresses = made.map(each => `${each.door} ${each.method} ${each.path.replace(/:[A-Za-z]+/g, ':')}`)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
})

test('each operation on a kind has an answer, and each kind with answers is plugged in', () => {
  expect(answers.map(each => each.operation.name).sort()).toEqual(all.map(each => each.name).sort())
  const answered = new Set(slices.flatMap(slice => slice.answers ?? []).map(each => each.operation.name))
  const plugged = slices.flatMap(slice => slice.plugs?.noteables ?? [])
  const isAnswered = (kind: (typeof plugged)[number]) => answered.has(noteableOperations(kind).createNote.name)
  expect(plugged.map(kind => kind.series).sort()).toEqual(
    kindsOfTable
      .filter(isAnswered)
      .map(kind => kind.series)
      .sort(),
  )
})

test('a note is found only under the path of its kind', async () => {
  const { as, build, db } = await world()
  const { id, iid, ref } = await build.issue({})
  await db.updateTable('issuables').set({ series: runbooks.series }).where('id', '=', id).execute()
  const { ctx } = as('rita')
  const key = { id: ref.id, runbookIid: iid }
  await run(answers, ctx, operations.createNote, { ...key, body: 'Restart the queue first.' })
  expect(await db.selectFrom('notes').select(['issuableId', 'body']).execute()).toEqual([
    { issuableId: id, body: 'Restart the queue first.' },
  ])
  await expect(run(answers, ctx, operations.listNotes, { ...key, runbookIid: iid + 1 })).rejects.toThrow('Runbook')
  await expect(as('rita').call(issueDiscussion.listNotes, ref)).rejects.toThrow('Issue')
})

test('the notes of an epic are addressed by its id, its reactions by its number', async () => {
  const kind = issuableKinds.epic
  const ofEpics = noteableOperations(kind)
  const { as, build, db } = await world()
  const group = await build.group({ visibility: 'public' })
  const { id, iid } = await build.issue({ type: 'epic', projectId: group.id })
  const call = (operation: Operation, input: object) =>
    run(noteableAnswers(kind, ofEpics, noteablePageOperations(kind)), as('rita').ctx, operation, {
      id: group.id,
      ...input,
    })
  const body = 'In spring.'
  await call(ofEpics.createNote, { epicId: id, body })
  const note = await db.selectFrom('notes').select('id').where('issuableId', '=', id).executeTakeFirstOrThrow()
  await call(ofEpics.updateNote, { epicId: id, noteId: note.id, body: 'In autumn.' })
  await call(ofEpics.createAward, { epicIid: iid, name: 'tada' })
  await call(ofEpics.createNoteAward, { epicIid: iid, noteId: note.id, name: 'tada' })
  expect(
    await db.selectFrom('awardEmoji').select('noteId').where('issuableId', '=', id).orderBy('id').execute(),
  ).toEqual([{ noteId: null }, { noteId: note.id }])
  await expect(call(ofEpics.createNote, { epicId: id + 1, body })).rejects.toThrow('Epic')
  await expect(call(ofEpics.createNote, { id: group.id + 1, epicId: id, body })).rejects.toThrow('Epic')
})

test('issues take over the threads of other kinds, and their words are reported', async () => {
  const kind = issuableKinds.merge_request
  const { as, build, project, users, db } = await world()
  const { id, iid } = await build.issue({ type: 'merge_request', title: 'Faster looms' })
  const of = { issuableId: id, authorId: users.gus.id }
  const { discussionId } = await build.note({ ...of, type: 'DiscussionNote', body: 'Why?' })
  const { services, ...rest } = as('dan').ctx
  const ctx = { ...rest, services: { ...services, plugs: { ...services.plugs, noteables: [kind] } } }
  for (const wish of [{ discussionToResolve: discussionId }, { mergeRequestToResolveDiscussionsOf: iid }]) {
    const followUp = await followUpOf(ctx, project.id, wish)
    expect(followUp && followUpTexts(ctx, followUp).description).toContain(`discussion from !${iid}`)
  }
  expect(await followUpOf(ctx, project.id, { issueToResolveDiscussionsOf: iid })).toBeNull()
  const reportedFromUrl = `/${project.fullPath}/-/merge_requests/${iid}`
  await transact(ctx, inner => reportAbuse(inner, { userId: users.rita.id, category: 'spam', reportedFromUrl }))
  expect(await db.selectFrom('abuseReports').select(['kind', 'thingId', 'reference']).execute()).toEqual([
    { kind: 'merge_request', thingId: id, reference: `${project.fullPath}!${iid}` },
  ])
})

test('the guide to a new kind needs eight files at most, and those that it opens exist', () => {
  const guide = readFileSync(join(root, 'docs/new-noteable-kind.md'), 'utf8')
  const rows = [...guide.matchAll(/^\| (\d+) \| `([^`]+)` \| (opened|new):/gm)].map(([, number, file = '', how]) => ({
    number: Number(number),
    file,
    how,
  }))
  expect(rows.map(each => each.number)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.length).toBeLessThanOrEqual(8)
  const opened = rows.flatMap(({ file, how }) => (how === 'opened' ? [file] : []))
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.filter(file => !existsSync(join(root, file)))).toEqual([])
})

test('to-dos, references, ids, undo and the activity name no kind that the table or a slice names', () => {
  const series = allSeries.filter(each => each !== 'issue').join('|')
  const byHand = new RegExp(
    `series (?:<>|=) '(?:${series})'|series in \\('|case [^\\n]*series[^\\n]* when '(?:${series})'|(?:series|type) === '(?:${series})'`,
  )
  const faults = derived.flatMap(path => {
    const text = readFileSync(join(root, path), 'utf8')
    return byHand.test(text) ? [path] : []
  })
  expect(faults).toEqual([])
})
