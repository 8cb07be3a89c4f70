import { expect, test } from 'vitest'
import { createCommit } from '#contract/code/commits/commits.ts'
import { getFileMarks, markFiles } from '#contract/code/diffs/file-marks.ts'
import { getMergeRequestChangesPage } from '#contract/code/merge-requests/merge-request-pages.ts'
import { createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

async function scene({ commits = false } = {}) {
  const built = await codeWorld({ commits })
  await built.commit({ 'a.txt': 'one\n', 'b.txt': 'one\n' })
  await built.commit({ 'a.txt': 'two\n', 'b.txt': 'two\n' }, { branch: 'feature' })
  const { iid } = await built.as('dan').call(createMergeRequest, {
    id: built.project.id,
    sourceBranch: 'feature',
    targetBranch: 'main',
    title: 'Change both',
  })
  const page = { namespace: built.project.fullPath, iid }
  const shown = async (who: Member) => {
    const { changes, marks } = await built.as(who).call(getMergeRequestChangesPage, page)
    const files = changes?.diff.files ?? []
    return { ids: files.map(file => file.id), viewed: files.filter(({ id }) => marks?.viewed.includes(id)), marks }
  }
  const push = (content: string) =>
    built.as('dan').call(createCommit, {
      id: built.project.id,
      branch: 'feature',
      commitMessage: 'Change b',
      actions: [{ action: 'update', filePath: 'b.txt', content }],
    })
  return { ...built, page, shown, push }
}

test('DIFF-009 DIFF-013 a viewed mark is kept for its person, and falls only for the file that a push changes', async () => {
  const { as, page, shown, push, deliver } = await scene()
  const { ids } = await shown('mina')
  await as('mina').call(markFiles, { ...page, files: ids, viewed: true })
  await push('three\n')
  await deliver()
  expect((await shown('mina')).viewed.map(file => file.newPath)).toEqual(['a.txt'])
  expect((await shown('dan')).viewed).toEqual([])
  await push('two\n')
  await deliver()
  expect((await shown('mina')).viewed.map(file => file.newPath)).toEqual(['a.txt', 'b.txt'])
})

test('DIFF-010 DIFF-011 marking a file as viewed collapses it, and taking the mark away expands it', async () => {
  const { as, page, shown } = await scene()
  const [id = ''] = (await shown('mina')).ids
  const marks = () => as('mina').call(getFileMarks, page)
  await as('mina').call(markFiles, { ...page, files: [id], viewed: true })
  await expect(marks()).resolves.toEqual({ viewed: [id], collapsed: [id], expanded: [] })
  await as('mina').call(markFiles, { ...page, files: [id], collapsed: false })
  await expect(marks()).resolves.toEqual({ viewed: [id], collapsed: [], expanded: [id] })
  await as('mina').call(markFiles, { ...page, files: [id], viewed: false })
  await expect(marks()).resolves.toEqual({ viewed: [], collapsed: [], expanded: [id] })
})

test('DIFF-013 marks that are set at the same time all hold', async () => {
  const { as, page, shown } = await scene({ commits: true })
  const [one = '', other = ''] = (await shown('mina')).ids
  await Promise.all([
    as('mina').call(markFiles, { ...page, files: [one, other], viewed: true }),
    as('mina').call(markFiles, { ...page, files: [other, one], viewed: true }),
    as('dan').call(markFiles, { ...page, files: [one], collapsed: true }),
    as('dan').call(markFiles, { ...page, files: [other], collapsed: true }),
  ])
  expect((await shown('mina')).viewed).toHaveLength(2)
  expect((await shown('dan')).marks?.collapsed).toHaveLength(2)
})
