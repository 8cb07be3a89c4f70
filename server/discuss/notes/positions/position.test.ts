import { expect, test } from 'vitest'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { noteableOperations, noteablePageOperations } from '#contract/discuss/noteable-operations.ts'
import type { PositionInput } from '#contract/discuss/positions.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import type { InputOf, Operation } from '#contract/operation.ts'
import { issueDiscussion, issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { noteableAnswers } from '#server/discuss/noteable-answers.ts'
import { compileAnswer, perform } from '#server/transport/rest/door.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { snakeKeys, world } from '#test/world/world.ts'
import { notePageAnswers } from '../page/page-answers.ts'

// A kind of the table that has positions, which no slice answers yet.
const kind = issuableKinds.merge_request
const operations = noteableOperations(kind)
const pageOperations = noteablePageOperations(kind)
const answers = new Map(
  [...noteableAnswers(kind, operations, pageOperations), ...notePageAnswers].map(each => [
    each.operation,
    compileAnswer(each),
  ]),
)

async function scene() {
  const it = await world()
  const { id, iid } = await it.build.issue({ type: 'merge_request' })
  const { services, ...rest } = it.as('dan').ctx
  const ctx = {
    ...rest,
    services: { ...services, plugs: { ...services.plugs, noteables: [kind], positionChecks: [] } },
  }
  const call = async <Op extends Operation>(operation: Op, input: InputOf<Op>): Promise<unknown> => {
    const answer = answers.get(operation)
    if (answer === undefined) throw new Error(`${operation.name} has no answer`)
    const wire = snakeKeys(input) as Record<string, unknown>
    const { status, body } = await perform(answer, ctx, wire, () => new URL('http://weft.test/'))
    if (status >= 300) throw new Error(`${status} ${body}`)
    return status === 204 ? null : JSON.parse(String(body))
  }
  return {
    ...it,
    call,
    id,
    ref: { id: it.project.id, mergeRequestIid: iid },
    notes: () => it.db.selectFrom('notes').select(['id', 'discussionId', 'type']).orderBy('id').execute(),
    page: { namespace: it.project.fullPath, iid },
    target: { namespace: it.project.fullPath, targetId: id },
  }
}

const sha = (digit: string) => digit.repeat(40)
const refs = { baseSha: sha('a'), startSha: sha('b'), headSha: sha('c') }
const file = { ...refs, oldPath: 'src/loom.ts', newPath: 'src/loom.ts' }
const point = { lineCode: `${sha('d')}_7_9`, type: null, oldLine: 7, newLine: 9 }
const lineRange = { start: { ...point, type: 'old', newLine: null }, end: point } as const
const image = { width: 640, height: 480, x: 12.5, y: 0 }
const onLine: PositionInput = { ...file, positionType: 'text', newLine: 9 }
const onImage: PositionInput = { ...file, positionType: 'image', ...image }

test.each<[string, PositionInput, object]>([
  ['an added line', onLine, { ...file, positionType: 'text', oldLine: null, newLine: 9, lineRange: null }],
  [
    'several lines of a renamed file',
    { ...file, newPath: 'loom.ts', positionType: 'text', oldLine: 7, newLine: 9, lineRange },
    { ...file, newPath: 'loom.ts', positionType: 'text', oldLine: 7, newLine: 9, lineRange },
  ],
  ['a point of an image', onImage, { ...file, positionType: 'image', ...image }],
  [
    'a file with one path',
    { ...refs, newPath: 'a.txt', positionType: 'file' },
    { ...refs, oldPath: 'a.txt', newPath: 'a.txt', positionType: 'file' },
  ],
])('DIFF-038 a thread and its replies have their position: %s', async (_name, position, shown) => {
  const { call, ref, page, notes } = await scene()
  const wire = snakeKeys(shown)
  const created = await call(operations.createDiscussion, { ...ref, body: 'Too tight.', position })
  expect(created).toMatchObject({
    individual_note: false,
    notes: [{ type: 'DiffNote', resolvable: true, position: wire }],
  })
  const [first] = await notes()
  const discussionId = first?.discussionId ?? ''
  const replied = await call(operations.replyToDiscussion, { ...ref, discussionId, body: 'Loosened.' })
  expect(replied).toMatchObject({ type: 'DiffNote', position: wire })
  expect(await call(operations.listNotes, ref)).toMatchObject([{ position: wire }, { position: wire }])
  expect(await call(operations.listDiscussions, ref)).toMatchObject([
    { notes: [{ position: wire }, { position: wire }] },
  ])
  expect(await call(pageOperations.listPageDiscussions, page)).toMatchObject([
    { diff_discussion: true, position: wire, notes: [{ type: 'DiffNote' }, { type: 'DiffNote' }] },
  ])
})

test.each<[string, object]>([
  ['no path', { ...refs, positionType: 'file' }],
  ['no line', { ...file, positionType: 'text' }],
  ['no point', { ...file, positionType: 'image', width: 1, height: 1, x: 0 }],
])('DIFF-038 a position with %s is refused', async (_name, position) => {
  const { call, ref, notes } = await scene()
  const create = call(operations.createDiscussion, { ...ref, body: 'Hm', position: position as PositionInput })
  await expect(create).rejects.toThrow('400')
  expect(await notes()).toEqual([])
})

test.each<[string, unknown]>([
  ['a value', onLine],
  ['JSON text', JSON.stringify(snakeKeys(onLine))],
])('DIFF-038 a page sends a position as %s', async (_name, position) => {
  const { call, target, notes } = await scene()
  const note = { note: 'Too tight.', type: 'DiffNote', position: position as PositionInput } as const
  expect(await call(createPageNote, { ...target, note })).toMatchObject({
    type: 'DiffNote',
    discussion: { diff_discussion: true, position: { new_line: 9, new_path: 'src/loom.ts' } },
  })
  expect(await notes()).toHaveLength(1)
})

test('DRAFT-003 DIFF-038 a draft keeps its position, also a changed one, until it is published', async () => {
  const { call, ref, page, notes, db } = await scene()
  const given = { ...ref, note: 'Too tight.', position: onLine }
  expect(await call(operations.createDraftNote, given)).toMatchObject({
    position: { new_line: 9, position_type: 'text' },
  })
  await call(pageOperations.createPageDraft, { ...page, draftNote: { note: 'Blurred.' } })
  const [first, second] = await db.selectFrom('draftNotes').select('id').orderBy('id').execute()
  const moved = { ...ref, draftNoteId: first?.id ?? 0, position: { ...onLine, newLine: 10 } }
  expect(await call(operations.updateDraftNote, moved)).toMatchObject({
    note: 'Too tight.',
    position: { new_line: 10 },
  })
  const pinned = { ...page, draftId: second?.id ?? 0, draftNote: { position: JSON.stringify(snakeKeys(onImage)) } }
  expect(await call(pageOperations.updatePageDraft, pinned)).toMatchObject({
    type: 'DiffNote',
    file_path: 'src/loom.ts',
    position: { position_type: 'image', x: 12.5 },
  })
  await call(operations.publishDraftNotes, ref)
  expect(await call(pageOperations.listPageDiscussions, page)).toMatchObject([
    { position: { new_line: 10 } },
    { position: { position_type: 'image' } },
  ])
  expect((await notes()).map(note => note.type)).toEqual(['DiffNote', 'DiffNote'])
  const { draftNoteId, noteId } = await db
    .selectFrom('notePositions')
    .select(['draftNoteId', 'noteId'])
    .executeTakeFirstOrThrow()
  expect({ draftNoteId, noteId }).toEqual({ draftNoteId: null, noteId: expect.any(Number) })
})

test('DIFF-038 a position passes to the next note when the first is deleted, and goes with the last', async () => {
  const { call, ref, notes, db } = await scene()
  await call(operations.createDiscussion, { ...ref, body: 'Too tight.', position: onLine })
  const discussionId = (await notes())[0]?.discussionId ?? ''
  await call(operations.replyToDiscussion, { ...ref, discussionId, body: 'Loosened.' })
  for (const { id } of await notes()) {
    const shown = await call(operations.getDiscussion, { ...ref, discussionId })
    const position = expect.objectContaining({ new_line: 9 })
    expect(shown).toMatchObject({ notes: expect.arrayContaining([expect.objectContaining({ id, position })]) })
    await call(operations.deleteNote, { ...ref, noteId: id })
  }
  expect(await db.selectFrom('notePositions').select('id').execute()).toEqual([])
})

test('DIFF-038 GraphQL shows the position of a note in a diff', async () => {
  const { call, ref, notes, as } = await scene()
  await call(operations.createDiscussion, { ...ref, body: 'Blurred.', position: onImage })
  const [note] = await notes()
  const { data } = await askGraphql(
    as('dan').ctx,
    `{ note(id: "gid://gitlab/DiffNote/${note?.id}") { position { positionType filePath x newLine diffRefs { headSha } } } }`,
  )
  expect(data.note.position).toEqual({
    positionType: 'image',
    filePath: 'src/loom.ts',
    x: 13,
    newLine: null,
    diffRefs: { headSha: sha('c') },
  })
})

test('a note in a diff takes as many statements as another one', async () => {
  const { call, ref, statements } = await scene()
  const plain = await statements(() => call(operations.createDiscussion, { ...ref, body: 'One' }))
  expect(await statements(() => call(operations.createDiscussion, { ...ref, body: 'Two', position: onLine }))).toBe(
    plain,
  )
})

test('a position is ignored on issues, which have none', async () => {
  const { as, build, db, project } = await world()
  const issue = await build.issue()
  const { ref } = issue
  const given = { ...ref, body: 'Hm', note: 'Hm', position: 'no position' }
  const target = { namespace: project.fullPath, targetType: 'issue', targetId: issue.id }
  const note = { note: 'Hm', position: 'no position' }
  const { createDiscussion, createDraftNote } = issueDiscussion
  for (const [operation, input] of [
    [createDiscussion, given],
    [createDraftNote, given],
    [createPageNote, { ...target, note }],
    [issueDiscussionPage.createPageDraft, { namespace: project.fullPath, iid: issue.iid, draftNote: note }],
  ] as const)
    expect((await as('rita').reply(operation, input)).status).toBe(operation.status)
  expect(await db.selectFrom('notePositions').select('id').execute()).toEqual([])
})
