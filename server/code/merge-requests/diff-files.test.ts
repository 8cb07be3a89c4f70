import { expect, test } from 'vitest'
import {
  getMergeRequestDiffBatch,
  getMergeRequestDiffForPath,
  getMergeRequestDiffs,
  getMergeRequestDiffsMetadata,
} from '#contract/code/merge-requests/merge-request-diffs.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { codeWorld } from '#test/world/code.ts'

async function changed(files: Readonly<Record<string, string | Buffer | null>>) {
  const built = await codeWorld()
  const { as, commit, project } = built
  const base = await commit({ 'a b.txt': 'one\ntwo\nthree\n', 'gone.txt': 'gone\n' })
  const head = await commit(files, { branch: 'feature/x' })
  const branches = { sourceBranch: 'feature/x', targetBranch: 'main' }
  const { iid } = await as('dan').call(createMergeRequest, { id: project.id, ...branches, title: 'Change' })
  return { ...built, base, head, at: { namespace: project.fullPath, iid } }
}

test('DIFF-050 DIFF-052 DIFF-054 the files of a merge request come with the lines of their diffs and the paths of the editors', async () => {
  const { as, at, base, head } = await changed({
    'a b.txt': 'one\n2\nthree\n',
    'gone.txt': null,
    'z.bin': Buffer.from([0]),
  })
  const { diffFiles, pagination } = await as('dan').call(getMergeRequestDiffBatch, at)
  expect(pagination).toEqual({ currentPage: 1, nextPage: null, totalPages: 1 })
  const [text, gone, binary] = diffFiles
  expect(text).toMatchObject({
    filePath: 'a b.txt',
    diffRefs: { baseSha: base, startSha: base, headSha: head },
    viewer: { name: 'text', collapsed: false },
    alternateViewer: null,
    canModifyBlob: true,
    editPath: '/weft/loom/-/edit/feature/x/a%20b.txt',
    ideEditPath: '/weft/loom/-/ide/feature/x/a%20b.txt',
    viewPath: `/weft/loom/-/blob/${head}/a%20b.txt`,
    replacedViewPath: `/weft/loom/-/blob/${base}/a%20b.txt`,
    loadCollapsedDiffUrl: `/weft/loom/-/merge_requests/${at.iid}/diff_for_path?old_path=a+b.txt&new_path=a+b.txt`,
    contextLinesPath: `/weft/loom/-/diffs/context?sha=${head}&path=a+b.txt`,
    blob: { name: 'a b.txt', mode: '100644', icon: 'doc-text' },
    isFullyExpanded: false,
    addedLines: 1,
    removedLines: 1,
  })
  expect(text).not.toHaveProperty('patch')
  const code = (oldPos: number, newPos: number) => `${text?.fileHash}_${oldPos}_${newPos}`
  expect(
    text?.highlightedDiffLines.map(line => [line.lineCode, line.type, line.oldLine, line.newLine, line.richText]),
  ).toEqual([
    [code(1, 1), null, 1, 1, ' one'],
    [code(2, 2), 'old', 2, null, '-two'],
    [code(3, 2), 'new', null, 2, '+2'],
    [code(3, 3), null, 3, 3, ' three'],
  ])
  expect(gone).toMatchObject({ deletedFile: true, editPath: null, canModifyBlob: false })
  expect(binary).toMatchObject({ viewer: { name: 'no_preview' }, editPath: null, highlightedDiffLines: [] })
})

test('IMGDIFF-001 an image comes with its size, so that its room is kept while it loads', async () => {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200000280000001e00802000000', 'hex')
  const { as, at } = await changed({ 'a.png': header })
  const [image] = (await as('rita').call(getMergeRequestDiffBatch, at)).diffFiles
  expect(image).toMatchObject({
    viewer: { name: 'image' },
    blob: { icon: 'doc-image' },
    oldImageSize: null,
    newImageSize: { width: 640, height: 480 },
  })
})

test('DIFF-052 only people who may push to the source branch may edit the files of a merge request', async () => {
  const { as, at, project } = await changed({ 'a b.txt': 'uno\n' })
  const rights = async (who: 'dan' | 'rita') => {
    const [file] = (await as(who).call(getMergeRequestDiffBatch, at)).diffFiles
    return [file?.canModifyBlob, file?.editPath !== null]
  }
  expect([await rights('dan'), await rights('rita')]).toEqual([
    [true, true],
    [false, false],
  ])
  await as('mina').call(protectBranch, { id: project.id, name: 'feature/*', pushAccessLevel: 40 })
  expect(await rights('dan')).toEqual([false, true])
  expect((await as('nina').reply(getMergeRequestDiffBatch, at)).status).toBe(404)
  expect((await as('gus').reply(getMergeRequestDiffBatch, at)).status).toBe(404)
})

test('DIFF-041 thirty changed files of a merge request come in two batches of twenty, or in smaller ones', async () => {
  const { as, at } = await changed(
    Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`f${String(index).padStart(2, '0')}.txt`, `${index}\n`]),
    ),
  )
  const batch = (given: object = {}) => as('rita').call(getMergeRequestDiffBatch, { ...at, ...given })
  const [first, second] = [await batch(), await batch({ page: 2 })]
  expect([first.diffFiles.length, second.diffFiles.length]).toEqual([20, 10])
  expect(first.pagination).toEqual({ currentPage: 1, nextPage: 2, totalPages: 2 })
  expect(second.pagination).toEqual({ currentPage: 2, nextPage: null, totalPages: 2 })
  expect((await batch({ page: 6, perPage: 5 })).diffFiles.map(file => file.filePath)).toEqual(
    ['f25', 'f26', 'f27', 'f28', 'f29'].map(name => `${name}.txt`),
  )
})

test('DIFF-041 a batch comes with the size of all changes of a merge request, for those who may read them', async () => {
  const { as, at } = await changed({ 'a b.txt': 'one\n2\nthree\n', 'gone.txt': null, 'new.txt': 'new\n' })
  const asked = { ...at, page: 2, perPage: 2 }
  const { diffFiles, pagination, ...summary } = await as('rita').call(getMergeRequestDiffs, asked)
  const { diffFiles: _all, ...counts } = await as('rita').call(getMergeRequestDiffsMetadata, at)
  expect(summary).toEqual(counts)
  expect(summary).toMatchObject({ size: 3, addedLines: 2, removedLines: 2, branchName: 'feature/x' })
  expect(pagination).toEqual({ currentPage: 2, nextPage: null, totalPages: 2 })
  expect(diffFiles).toEqual((await as('rita').call(getMergeRequestDiffBatch, asked)).diffFiles)
  expect(diffFiles).toMatchObject([{ filePath: 'new.txt', highlightedDiffLines: [{ text: '+new' }] }])
  expect((await as('gus').reply(getMergeRequestDiffs, at)).status).toBe(404)
  expect((await as('nina').reply(getMergeRequestDiffs, at)).status).toBe(404)
})

test('DIFF-046 files of a batch that would exceed its lines are collapsed', async () => {
  const lines = (word: string) => Array.from({ length: 2_900 }, (_, index) => `${word} ${index}\n`).join('')
  const { as, at } = await changed(Object.fromEntries(['a', 'b', 'c', 'd'].map(name => [`${name}.txt`, lines(name)])))
  const { diffFiles } = await as('rita').call(getMergeRequestDiffBatch, at)
  expect(diffFiles.map(file => [file.viewer.collapsed, file.highlightedDiffLines.length])).toEqual([
    [false, 2_900],
    [false, 2_900],
    [false, 2_900],
    [true, 0],
  ])
})

test('DIFF-046 DIFF-050 a collapsed file of a merge request comes with its lines when it is asked for by its path', async () => {
  const long = Array.from({ length: 3_100 }, (_, index) => `line ${index}\n`).join('')
  const { as, at } = await changed({ 'a b.txt': `${long}end\n` })
  const [collapsed] = (await as('rita').call(getMergeRequestDiffBatch, at)).diffFiles
  expect(collapsed).toMatchObject({ viewer: { collapsed: true }, highlightedDiffLines: [] })
  const { diffFiles } = await as('rita').call(getMergeRequestDiffForPath, { ...at, newPath: 'a b.txt' })
  expect(diffFiles).toHaveLength(1)
  expect(diffFiles[0]).toMatchObject({ filePath: 'a b.txt', viewer: { collapsed: false, renderError: null } })
  expect(diffFiles[0]?.highlightedDiffLines.length).toBe(3_104)
  expect((await as('rita').reply(getMergeRequestDiffForPath, { ...at, newPath: 'gone.txt' })).status).toBe(404)
  expect((await as('nina').reply(getMergeRequestDiffForPath, { ...at, newPath: 'a b.txt' })).status).toBe(404)
})

test('DIFF-046 a file of too many lines comes without them, also when it is asked for by its path', async () => {
  const { as, at } = await changed({ 'a b.txt': '\n'.repeat(50_001) })
  const { diffFiles } = await as('rita').call(getMergeRequestDiffForPath, { ...at, newPath: 'a b.txt' })
  expect(diffFiles).toMatchObject([
    { viewer: { collapsed: false, renderError: 'too_large' }, addedLines: 50_001, highlightedDiffLines: [] },
  ])
})

test('DIFF-054 in the parallel view the lines of a change stand side by side', async () => {
  const { as, at } = await changed({ 'a b.txt': 'one\n2\n2.5\nthree\n' })
  const [file] = (await as('rita').call(getMergeRequestDiffBatch, { ...at, view: 'parallel' })).diffFiles
  expect(file?.highlightedDiffLines).toEqual([])
  expect(file?.parallelDiffLines?.map(({ left, right }) => [left?.text ?? null, right?.text ?? null])).toEqual([
    [' one', ' one'],
    ['-two', '+2'],
    [null, '+2.5'],
    [' three', ' three'],
  ])
})

test('DIFF-050 all changed files of a merge request are listed without lines, with their totals', async () => {
  const { as, at } = await changed({ 'a b.txt': 'one\n2\nthree\n', 'gone.txt': null })
  const listed = await as('rita').call(getMergeRequestDiffsMetadata, at)
  expect(listed).toMatchObject({
    size: 2,
    realSize: '2',
    renderOverflowWarning: false,
    addedLines: 1,
    removedLines: 2,
    branchName: 'feature/x',
    targetBranchName: 'main',
    projectPath: 'weft/loom',
    diffFiles: [
      { newPath: 'a b.txt', addedLines: 1, removedLines: 1, deletedFile: false, submodule: false },
      { oldPath: 'gone.txt', addedLines: 0, removedLines: 1, deletedFile: true },
    ],
  })
  const [file] = (await as('rita').call(getMergeRequestDiffBatch, at)).diffFiles
  expect(listed.diffFiles[0]).toMatchObject({ fileHash: file?.fileHash, fileIdentifierHash: file?.fileIdentifierHash })
  expect((await as('gus').reply(getMergeRequestDiffsMetadata, at)).status).toBe(404)
})
