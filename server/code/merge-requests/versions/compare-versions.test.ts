import { expect, test } from 'vitest'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestChangesPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest, rebaseMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

const lines = (last: string) => `${Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join('')}${last}\n`

/** Two versions with a rebase between them, on a target that has changed three files meanwhile. */
async function rebased(targetFiles: Readonly<Record<string, string>>) {
  const built = await codeWorld()
  await built.commit({ 'both.txt': lines('end'), 'target.txt': 'one\n', 'own.txt': 'one\n' })
  await built.commit({ 'both.txt': lines('our end'), 'own.txt': 'two\n' }, { branch: 'feature' })
  const made = await built.as('dan').call(createMergeRequest, {
    id: built.project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Change the end',
  })
  await built.commit(targetFiles)
  const ref = { id: built.project.id, mergeRequestIid: made.iid }
  await built.as('dan').call(rebaseMergeRequest, ref)
  const compare = async () => {
    const page = await built
      .as('rita')
      .call(getMergeRequestChangesPage, { namespace: built.project.fullPath, iid: made.iid, since: 1 })
    if (page.changes === null || page.version === null) throw new Error('nothing is compared')
    return { ...page, changes: page.changes, version: page.version }
  }
  return { ...built, ref, compare, pathsOf: async () => (await compare()).changes.diff.files.map(file => file.newPath) }
}

test('MR-013 a version is compared with the one before a rebase without what the target branch brought', async () => {
  const { pathsOf } = await rebased({
    'target.txt': 'two\n',
    'new.txt': 'new\n',
    'both.txt': `first\n${lines('end')}`,
  })
  expect(await pathsOf()).toEqual([])
})

test('the version that a reader commented on last is told to that reader, and not to the author', async () => {
  const { as, project, ref } = await rebased({ 'target.txt': 'two\n' })
  const reviewed = async (who: Member) =>
    (await as(who).call(getMergeRequestChangesPage, { namespace: project.fullPath, iid: ref.mergeRequestIid })).reviewed
  expect(await reviewed('mina')).toBeNull()
  for (const who of ['mina', 'dan'] as const)
    await as(who).call(mergeRequestDiscussion.createNote, { ...ref, body: 'Fine.' })
  expect(await reviewed('mina')).toBe(2)
  expect(await reviewed('dan')).toBeNull()
})

test('a line that was removed between two versions can be commented on after a rebase', async () => {
  const { as, commit, compare, pathsOf, ref } = await rebased({ 'target.txt': 'two\n' })
  await commit({ 'own.txt': 'three\n' }, { branch: 'feature' })
  await as('dan').call(rebaseMergeRequest, ref)
  expect(await pathsOf()).toEqual(['own.txt'])
  const { changes } = await compare()
  const discussion = await as('mina').call(mergeRequestDiscussion.createDiscussion, {
    ...ref,
    body: 'Why not two?',
    position: {
      positionType: 'text',
      baseSha: changes.diff.fromId ?? '',
      startSha: changes.diff.fromId ?? '',
      headSha: changes.diff.toId,
      oldPath: 'own.txt',
      newPath: 'own.txt',
      oldLine: 1,
    },
  })
  expect(discussion).toMatchObject({ notes: [{ body: 'Why not two?', position: { oldLine: 1 } }] })
})
