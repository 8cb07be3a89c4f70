import { expect, test } from 'vitest'
import { codeComparePage } from '#contract/code/code-pages.ts'
import { getMergeRequestDiffs } from '#contract/code/merge-requests/merge-request-diffs.ts'
import { mergeRequestDiscussion } from '#contract/code/merge-requests/merge-request-discussion.ts'
import { getMergeRequestChangesPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import {
  createMergeRequest,
  getMergeRequest,
  getMergeRequestChanges,
  getMergeRequestRawDiffs,
  listMergeRequestVersions,
} from '#contract/code/merge-requests/merge-requests.ts'
import { compareRefs } from '#contract/code/repository.ts'
import { fileModes } from '#server/platform/git/objects.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { TreeDraft } from '#server/platform/git/writing/tree-draft.ts'
import { updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { writeCommit, writeObject } from '#server/platform/git/writing/write-object.ts'
import { codeWorld } from '#test/world/code.ts'

test('MR-013 branches that share no commit are compared from nothing: no file of the target is shown as deleted', async () => {
  const { as, commit, dir, project } = await codeWorld()
  const { id, fullPath: namespace } = project
  await commit({ 'kept.txt': 'kept\n', 'both.txt': 'ours\n' })
  const draft = new TreeDraft(dir, null)
  for (const [path, content] of Object.entries({ 'both.txt': 'theirs\n', 'new.txt': 'new\n' }))
    await draft.put(path, { mode: fileModes.file, id: await writeObject(dir, 'blob', Buffer.from(content)) })
  const first = { tree: await draft.write(), parentIds: [], author: ann, committer: ann, message: 'Begin anew' }
  await updateRefs(dir, [{ ref: 'refs/heads/apart', after: await writeCommit(dir, first) }])
  const both = ['both.txt', 'new.txt']
  const dan = as('dan')
  const { iid } = await dan.call(createMergeRequest, {
    id,
    sourceBranch: 'apart',
    targetBranch: 'main',
    title: 'Apart',
  })
  const at = { id, mergeRequestIid: iid }
  const { changes } = await dan.call(getMergeRequestChanges, at)
  expect(changes.map(file => [file.newPath, file.newFile])).toEqual(both.map(path => [path, true]))
  expect((await dan.call(listMergeRequestVersions, at))[0]).toMatchObject({ realSize: '2' })
  const page = await dan.call(getMergeRequestChangesPage, { namespace, iid })
  expect(page.changes?.diff.files.map(file => file.newPath)).toEqual(both)
  expect(await dan.call(getMergeRequestDiffs, { namespace, iid })).toMatchObject({ size: 2, removedLines: 0 })
  const { body } = await dan.reply(getMergeRequestRawDiffs, at)
  expect(String(body)).not.toContain('kept.txt')

  const compared = await dan.call(compareRefs, { id, from: 'main', to: 'apart' })
  expect(compared.diffs.map(file => file.newPath)).toEqual(both)
  const { comparison } = await dan.call(codeComparePage, { namespace, path: 'main...apart' })
  expect(comparison).toMatchObject({ baseId: null, diff: { files: [{ newPath: 'both.txt' }, { newPath: 'new.txt' }] } })

  const { diffRefs } = await dan.call(getMergeRequest, at)
  const { diff } = page.changes ?? {}
  const points = [diffRefs, { baseSha: diff?.fromId, startSha: page.version?.startSha, headSha: diff?.toId }]
  for (const refs of points) {
    const position = { positionType: 'text', ...refs, oldPath: 'both.txt', newPath: 'both.txt', newLine: 1 }
    expect(
      await dan.reply(mergeRequestDiscussion.createDiscussion, { ...at, body: 'Whose?', position } as never),
    ).toMatchObject({ status: 201, body: { notes: [{ position: { new_line: 1 } }] } })
  }
})
