import { expect, test } from 'vitest'
import { findInDiff, getDiffBatch, getDiffContext } from '#contract/code/diffs/diffs.ts'
import { codeWorld } from '#test/world/code.ts'

test('DIFF-055 a file that is only renamed is asked for in full', async () => {
  const { as, commit, project } = await codeWorld()
  const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`)
  const from = await commit({ 'old.txt': `${lines.join('\n')}\n` })
  const to = await commit({ 'old.txt': null, 'new.txt': `${lines.join('\n')}\n` })
  const namespace = project.fullPath
  const { files } = await as('rita').call(getDiffBatch, { namespace, from, to })
  expect(files.map(file => [file.oldPath, file.newPath, file.viewer.name])).toEqual([['old.txt', 'new.txt', 'renamed']])
  const full = await as('rita').call(getDiffContext, { namespace, sha: to, path: 'new.txt' })
  expect(full).toEqual({ first: 1, lines, lineCount: 30 })
})

test('a search of a diff goes on where its answer ends', async () => {
  const { as, commit, project } = await codeWorld()
  const from = await commit({ 'a.txt': '' })
  const tall = 'Thread\n'.repeat(250)
  const to = await commit({ 'a.txt': tall, 'b.txt': 'thread\n', 'c/package-lock.json': 'a\nthread\n' })
  const find = (start: number) =>
    as('rita').call(findInDiff, { namespace: project.fullPath, from, to, text: 'thREAD', start })
  const first = await find(0)
  expect(first.files.map(file => file.lines.length)).toEqual([250])
  expect((await find(first.next ?? 0)).files.map(file => file.lines.length)).toEqual([1, 1])
  expect((await find(3)).files).toEqual([])
})
