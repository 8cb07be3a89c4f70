import { expect, test } from 'vitest'
import { type PageNote, pollNotes } from '#contract/discuss/discussion-page.ts'
import { issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssue } from '#contract/plan/issues/issues.ts'
import { type Member, world } from '#test/world/world.ts'

/** An issue whose description was changed from each of the texts to the next. */
async function changed(it: Awaited<ReturnType<typeof world>>, texts: readonly string[], who: Member = 'rita') {
  const issue = await it.build.issue({ description: texts[0] ?? '' })
  for (const description of texts.slice(1))
    await it.as(who).call(updateIssue, { id: it.project.id, issueIid: issue.iid, description })
  const page = { namespace: it.project.fullPath, iid: issue.iid }
  const notes = async (reader: Member = 'gus') =>
    (await it.as(reader).call(issueDiscussionPage.listPageDiscussions, page)).flatMap(each => each.notes)
  const ids = (await notes()).map(note => note.descriptionVersionId ?? 0)
  return { issue, page, notes, ids }
}

test('NOTE-043 the note of a changed description names its version and where to read it', async () => {
  const it = await world()
  const { notes, page, ids } = await changed(it, ['Old words', 'New words'])
  const path = `/${page.namespace}/-/issues/${page.iid}/descriptions/${ids[0]}`
  const [forGuest] = await notes('gus')
  expect(forGuest).toMatchObject({
    system: true,
    systemNoteIconName: 'pencil-square',
    descriptionDiffPath: `${path}/diff`,
    startDescriptionVersionId: null,
    descriptionVersionDeleted: false,
    canDeleteDescriptionVersion: false,
    deleteDescriptionVersionPath: null,
  })
  const [forReporter] = await notes('rita')
  expect(forReporter).toMatchObject({ canDeleteDescriptionVersion: true, deleteDescriptionVersionPath: path })
})

test('SYSNOTE-012 SYSNOTE-008 a version tells what it changed, from another one on when asked', async () => {
  const it = await world()
  const { page, ids } = await changed(it, ['One loom', 'Two looms', 'Two old looms'])
  const [first = 0, second = 0] = ids
  const alone = await it.as('gus').call(issueDiscussionPage.getDescriptionVersion, { ...page, versionId: second })
  expect(alone).toMatchObject({
    id: second,
    startVersionId: second,
    previousVersionId: first,
    deleted: false,
    description: 'Two old looms',
    author: { username: 'rita' },
    diff: [
      { kind: 'same', text: 'Two ' },
      { kind: 'added', text: 'old ' },
      { kind: 'same', text: 'looms' },
    ],
  })
  const merged = await it
    .as('gus')
    .call(issueDiscussionPage.getDescriptionVersion, { ...page, versionId: second, startVersionId: first })
  expect(merged.startVersionId).toBe(first)
  expect(
    merged.diff
      ?.filter(each => each.kind !== 'added')
      .map(each => each.text)
      .join(''),
  ).toBe('One loom')
  expect(
    merged.diff
      ?.filter(each => each.kind !== 'removed')
      .map(each => each.text)
      .join(''),
  ).toBe('Two old looms')
})

test('SYSNOTE-014 the diff path answers with a fragment in which nothing is markup but the changes', async () => {
  const it = await world()
  const { page, ids } = await changed(it, ['a <b>', 'a <script>alert(1)</script>'])
  const reply = await it.as('anon').reply(issueDiscussionPage.getDescriptionDiff, { ...page, versionId: ids[0] ?? 0 })
  // A private project: a visitor learns nothing of it.
  expect(reply.status).toBe(404)
  const shown = await it.as('gus').reply(issueDiscussionPage.getDescriptionDiff, { ...page, versionId: ids[0] ?? 0 })
  expect(shown.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(String(shown.body)).toMatch(/^<pre class="description-diff">a .*<ins class="addition">/)
  expect(String(shown.body)).not.toContain('<script')
})

test.each<[Member | 'anon' | 'root', number]>([
  ['anon', 404],
  ['nina', 404],
  ['gus', 403],
  ['rita', 200],
  ['root', 200],
])('PERM-008 SYSNOTE-013 %s deleting a version of a private issue: %i', async (who, status) => {
  const it = await world()
  const { page, ids } = await changed(it, ['Old', 'New'])
  const reply = await it
    .as(who)
    .reply(issueDiscussionPage.deleteDescriptionVersion, { ...page, versionId: ids[0] ?? 0 })
  expect(reply.status).toBe(status)
})

test('SYSNOTE-013 SYSNOTE-010 a deleted version has no text left, and its note says so to who polls', async () => {
  const it = await world()
  const { page, issue, ids, notes } = await changed(it, ['A secret', 'No secret', 'No secret at all'])
  const [first = 0, second = 0] = ids
  const since = Date.now() * 1000
  await it.as('rita').call(issueDiscussionPage.deleteDescriptionVersion, { ...page, versionId: first })
  const version = await it.as('rita').call(issueDiscussionPage.getDescriptionVersion, { ...page, versionId: first })
  expect(version).toMatchObject({ deleted: true, description: null, diff: null })
  await expect(
    it.as('gus').reply(issueDiscussionPage.getDescriptionDiff, { ...page, versionId: first }),
  ).resolves.toMatchObject({
    status: 404,
  })
  // The comparison of the next version does not show the deleted text either, nor does it show the text from before it.
  const next = await it.as('gus').call(issueDiscussionPage.getDescriptionVersion, { ...page, versionId: second })
  expect(next).toMatchObject({ description: 'No secret at all', diff: null })
  const kept = await it.db
    .selectFrom('descriptionVersions')
    .select('description')
    .where('issuableId', '=', issue.id)
    .orderBy('id')
    .execute()
  expect(kept.map(each => each.description)).toEqual([null, null, 'No secret at all'])
  expect((await notes()).map(note => note.descriptionVersionDeleted)).toEqual([true, false])
  const polled = await it.as('gus').call(pollNotes, {
    namespace: page.namespace,
    targetType: 'issue',
    targetId: issue.id,
    lastFetchedAt: since,
  })
  const told: PageNote | undefined = polled.notes.find(note => note.descriptionVersionId === first)
  expect(told?.descriptionVersionDeleted).toBe(true)
})

test('SYSNOTE-013 SYSNOTE-012 the versions of one entry go together; those of another issue are not found', async () => {
  const it = await world()
  const { page, ids } = await changed(it, ['One', 'Two', 'Three'])
  const other = await changed(it, ['Else', 'Elsewhere'])
  const [first = 0, second = 0] = ids
  const stranger = other.ids[0] ?? 0
  for (const key of [
    { versionId: stranger },
    { versionId: second, startVersionId: stranger },
    { versionId: first, startVersionId: second },
  ])
    for (const op of [issueDiscussionPage.getDescriptionVersion, issueDiscussionPage.deleteDescriptionVersion])
      await expect(it.as('rita').reply(op, { ...page, ...key })).resolves.toMatchObject({ status: 404 })
  await it
    .as('rita')
    .call(issueDiscussionPage.deleteDescriptionVersion, { ...page, versionId: second, startVersionId: first })
  const kept = await it.db
    .selectFrom('descriptionVersions')
    .select('deletedAt')
    .where('issuableId', '=', (await other).issue.id)
    .execute()
  expect(kept.every(each => each.deletedAt === null)).toBe(true)
  for (const versionId of [first, second])
    await expect(
      it.as('gus').call(issueDiscussionPage.getDescriptionVersion, { ...page, versionId }),
    ).resolves.toMatchObject({
      deleted: true,
    })
})
