import { expect, test } from 'vitest'
import { codeCommitPage } from '#contract/code/code-pages.ts'
import { getCommitDiff } from '#contract/code/commits/commits.ts'
import { createMergeRequest, getMergeRequestChanges } from '#contract/code/merge-requests/merge-requests.ts'
import { compareRefs } from '#contract/code/repository.ts'
import { codeWorld } from '#test/world/code.ts'

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

test('DIFF-036 a file in UTF-16 has the same lines and counts in the API as on pages; a binary one has none', async () => {
  const { as, commit, project } = await codeWorld()
  const { id, fullPath: namespace } = project
  await commit({ 'wide.txt': utf16('one\ntwo\n'), 'noise.dat': Buffer.from([0, 1, 2, 3]) })
  const changed = { 'wide.txt': utf16('one\n2\nthree\n'), 'noise.dat': Buffer.from([0, 1, 2, 4]) }
  const sha = await commit(changed, { branch: 'feature' })
  const rita = as('rita')
  const { iid } = await as('dan').call(createMergeRequest, {
    id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Widen',
  })
  const diffs = [
    (await rita.call(getMergeRequestChanges, { id, mergeRequestIid: iid })).changes,
    (await rita.call(compareRefs, { id, from: 'main', to: 'feature' })).diffs,
    await rita.call(getCommitDiff, { id, sha }),
  ]
  for (const files of diffs)
    expect(files).toMatchObject([
      { newPath: 'noise.dat', diff: '' },
      { newPath: 'wide.txt', diff: '@@ -1,2 +1,3 @@\n one\n-two\n+2\n+three\n' },
    ])
  const { diff, firstBatch } = await rita.call(codeCommitPage, { namespace, sha })
  const counts = { newPath: 'wide.txt', binary: false, addedLines: 2, removedLines: 1 }
  expect(diff).toMatchObject({ addedLines: 2, removedLines: 1, files: [{ binary: true }, counts] })
  expect(firstBatch.files[1]).toMatchObject(counts)
})
