import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { listIssueNotes } from '#contract/plan/issue-discussion.ts'
import { noteableAnswers } from '#server/discuss/noteable-answers.ts'
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

const operations = noteableOperations(runbooks)
const pageOperations = noteablePageOperations(runbooks)
const all = Object.values({ ...operations, ...pageOperations })
const answers = noteableAnswers(runbooks, operations, pageOperations)

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
  const { issue, merge_request, epic } = issuableKinds
  const kinds = [issue, merge_request, epic, runbooks]
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
  const { issue, merge_request, epic } = issuableKinds
  expect(plugged.map(kind => kind.series)).toEqual(
    [issue, merge_request, epic].filter(isAnswered).map(kind => kind.series),
  )
})

test('a note is found only under the path of its kind', async () => {
  const { as, build, db } = await world()
  const { id, iid, ref } = await build.issue({})
  await db.updateTable('issuables').set({ series: runbooks.series }).where('id', '=', id).execute()
  const run = (operation: unknown, input: object) => {
    const found = answers.find(each => each.operation === operation)
    // The operation's own input, which the doors would have decoded.
    return found?.run(as('rita').ctx, input as never)
  }
  const key = { id: ref.id, runbookIid: iid }
  await run(operations.createNote, { ...key, body: 'Restart the queue first.' })
  expect(await db.selectFrom('notes').select(['issuableId', 'body']).execute()).toEqual([
    { issuableId: id, body: 'Restart the queue first.' },
  ])
  await expect(run(operations.listNotes, { ...key, runbookIid: iid + 1 })).rejects.toThrow('Runbook')
  await expect(as('rita').call(listIssueNotes, ref)).rejects.toThrow('Issue')
})

test('the files that the guide to a new kind opens exist', () => {
  const root = join(import.meta.dirname, '../..')
  const guide = readFileSync(join(root, 'docs/new-noteable-kind.md'), 'utf8')
  const opened = [...guide.matchAll(/^\| \d+ \| `([^`]+)` \| opened/gm)].map(match => match[1] ?? '')
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.filter(file => !existsSync(join(root, file)))).toEqual([])
})
