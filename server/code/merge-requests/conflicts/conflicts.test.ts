import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { forkProject } from '#contract/code/forks.ts'
import {
  getConflictContent,
  getConflicts,
  listConflictedPaths,
  resolveConflicts,
} from '#contract/code/merge-requests/merge-request-conflicts.ts'
import {
  acceptMergeRequest,
  createMergeRequest,
  getMergeRequest,
} from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { readCommits } from '#server/platform/git/cat-file.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { repositoryDir } from '#server/platform/git/storage.ts'
import { ann } from '#server/platform/git/test-repository.ts'
import { commitFiles } from '#server/platform/git/writing/commit-files.ts'
import { codeWorld } from '#test/world/code.ts'

type Files = Readonly<Record<string, string | Buffer | null>>
const namespace = 'weft/loom'
const lines = (...given: readonly string[]) => `${given.join('\n')}\n`

/** A merge request whose branches changed the same files. */
async function conflicting(base: Files, source: Files, target: Files) {
  const built = await codeWorld()
  const { as, commit, dir, project } = built
  await commit(base)
  await commit(source, { branch: 'feature' })
  const targetSha = await commit(target)
  const given = { id: project.id, sourceBranch: 'feature', targetBranch: 'main', title: 'Conflicting' }
  const { iid } = await as('dan').call(createMergeRequest, given)
  const at = { namespace, iid }
  const read = () => as('dan').call(getConflicts, at)
  const resolve = (files: object[], more: object = {}) =>
    // The contract reads the files, whatever they are.
    as('dan').call(resolveConflicts, { ...at, commitMessage: 'Merge main', files: files as never, ...more })
  const fileOn = async (path: string) => {
    const head = await findRef(dir, 'branch', 'feature')
    return (await readFile(dir, head?.commitId ?? '', path))?.content.toString() ?? null
  }
  return { ...built, at, iid, read, resolve, fileOn, targetSha }
}

test('MR-013 conflicts are resolved one by one, in a merge of the target into the source that leaves none', async () => {
  const { as, dir, iid, project, read, resolve, fileOn, targetSha } = await conflicting(
    { 'a.txt': lines('1', '2', '3', '4', '5', '6', '7', '8'), 'b.txt': 'b' },
    { 'a.txt': lines('one', '2', '3', '4', '5', '6', '7', 'eight') },
    { 'a.txt': lines('eins', '2', '3', '4', '5', '6', '7', 'acht'), 'c.txt': 'c' },
  )
  const found = await read()
  expect(found.files).toMatchObject([{ newPath: 'a.txt', type: 'text', head: 'file', origin: 'file', reason: null }])
  const [first, , second] = found.files[0]?.sections ?? []
  expect(first?.lines.map(line => [line.type, line.text])).toEqual([
    ['head', 'one'],
    ['origin', 'eins'],
  ])
  const choose = (sections: object) => resolve([{ newPath: 'a.txt', sections }], { commitSha: found.commitSha })
  await expect(choose({ [first?.id ?? '']: 'head' })).rejects.toMatchObject({ kind: 'unprocessable' })
  await choose({ [first?.id ?? '']: 'head', [second?.id ?? '']: 'both' })
  expect(await fileOn('a.txt')).toBe(lines('one', '2', '3', '4', '5', '6', '7', 'eight', 'acht'))
  expect(await fileOn('c.txt')).toBe('c')
  const head = await findRef(dir, 'branch', 'feature')
  const [made] = await readCommits(dir, [head?.commitId ?? ''])
  expect(made).toMatchObject({ message: 'Merge main', parentIds: [found.commitSha, targetSha] })
  expect(execFileSync('git', ['-C', dir, 'fsck', '--no-dangling'], { encoding: 'utf8' })).toBe('')
  const shown = await as('rita').call(getMergeRequest, { id: project.id, mergeRequestIid: iid })
  expect(shown).toMatchObject({ hasConflicts: false, sha: head?.commitId })
  await expect(read()).rejects.toMatchObject({ kind: 'conflict' })
})

const binary = (last: number) => Buffer.from([0, 1, 2, last])
const long = (word: string) => lines(...Array.from({ length: 200 }, (_, index) => `${word} ${index}`))

test.each<[string, Files, Files, Files, object[], Readonly<Record<string, string | null>>]>([
  [
    'a file that one changed and the other deleted is kept',
    { 'a.txt': 'a\n' },
    { 'a.txt': 'changed\n' },
    { 'a.txt': null, 'z.txt': 'z' },
    [{ newPath: 'a.txt', choice: 'head' }],
    { 'a.txt': 'changed\n', 'z.txt': 'z' },
  ],
  [
    'a file that one changed and the other deleted is deleted',
    { 'a.txt': 'a\n' },
    { 'a.txt': 'changed\n' },
    { 'a.txt': null, 'z.txt': 'z' },
    [{ newPath: 'a.txt', choice: 'origin' }],
    { 'a.txt': null },
  ],
  [
    'one version of a binary file is taken',
    { 'a.bin': binary(1) },
    { 'a.bin': binary(2) },
    { 'a.bin': binary(3) },
    [{ newPath: 'a.bin', choice: 'origin' }],
    { 'a.bin': binary(3).toString() },
  ],
  [
    'a file that both added is edited by hand',
    { 'z.txt': 'z' },
    { 'a.txt': 'ours\n' },
    { 'a.txt': 'theirs\n' },
    [{ newPath: 'a.txt', content: 'both of them\n' }],
    { 'a.txt': 'both of them\n' },
  ],
  [
    'of a file that was renamed two ways, one name is kept',
    { 'a.txt': long('same') },
    { 'a.txt': null, 'left.txt': long('same') },
    { 'a.txt': null, 'right.txt': long('same') },
    [
      { newPath: 'left.txt', choice: 'head' },
      { newPath: 'right.txt', choice: 'head' },
    ],
    { 'left.txt': long('same'), 'right.txt': null, 'a.txt': null },
  ],
  [
    'a line that looks like the middle of a conflict makes the file one to edit by hand',
    { 'a.txt': 'a\n' },
    { 'a.txt': 'a\n=======\nb\n' },
    { 'a.txt': 'c\n' },
    [{ newPath: 'a.txt', content: 'done\n' }],
    { 'a.txt': 'done\n' },
  ],
])('MR-013 of conflicts, %s', async (_title, base, source, target, files, outcome) => {
  const { resolve, fileOn } = await conflicting(base, source, target)
  await resolve(files)
  for (const [path, content] of Object.entries(outcome)) expect(await fileOn(path)).toBe(content)
})

test.each<['head' | 'origin' | 'both', string]>([
  ['head', '1\ntwo'],
  ['origin', '1\nzwei\n'],
  ['both', '1\ntwo\nzwei\n'],
])('MR-013 a resolved file ends with or without a newline, as the chosen lines do: %s', async (choice, content) => {
  const { read, resolve, fileOn } = await conflicting(
    { 'a.txt': '1\n2\n' },
    { 'a.txt': '1\ntwo' },
    { 'a.txt': '1\nzwei\n' },
  )
  const [section] = ((await read()).files[0]?.sections ?? []).filter(each => each.conflict)
  expect(section?.lacksNewline).toEqual(['head'])
  await resolve([{ newPath: 'a.txt', sections: { [section?.id ?? '']: choice } }])
  expect(await fileOn('a.txt')).toBe(content)
})

test('MR-013 a merge without conflicting files is clean, even where git is unsure of the new name of a folder', async () => {
  const { as, iid, project } = await conflicting(
    { 'd/a': long('a'), 'd/b': long('b') },
    { 'd/a': null, 'd/b': null, 'e/a': long('a'), 'f/b': long('b') },
    { 'd/new': 'new\n' },
  )
  const ref = { id: project.id, mergeRequestIid: iid }
  expect(await as('dan').call(getMergeRequest, ref)).toMatchObject({ detailedMergeStatus: 'mergeable' })
  expect(await as('mina').call(acceptMergeRequest, ref)).toMatchObject({ state: 'merged' })
})

test('a resolution is refused when a branch moved, when markers are left, and to those who may not push', async () => {
  const { as, at, commit, project, read, resolve } = await conflicting(
    { 'a.txt': 'a\n' },
    { 'a.txt': 'b\n' },
    { 'a.txt': 'c\n' },
  )
  const { commitSha, targetSha } = await read()
  const content = (await as('dan').call(getConflictContent, { ...at, newPath: 'a.txt' })).content
  expect(content).toBe(lines('<<<<<<< feature', 'b', '=======', 'c', '>>>>>>> main'))
  for (const left of [content, `<<<<<<< ${commitSha}\nb\n`, 'b\n>>>>>>> main\n'])
    await expect(resolve([{ newPath: 'a.txt', content: left }])).rejects.toMatchObject({ kind: 'unprocessable' })
  await expect(resolve([])).rejects.toMatchObject({ kind: 'unprocessable' })
  const files = [{ newPath: 'a.txt', choice: 'head' as const }]
  const given = { ...at, commitMessage: 'Merge', files }
  await expect(as('rita').call(resolveConflicts, given)).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(as('nina').call(resolveConflicts, given)).rejects.toMatchObject({ kind: 'not_found' })
  await commit({ 'a.txt': 'd\n' })
  await expect(resolve(files, { commitSha, targetSha })).rejects.toMatchObject({ kind: 'conflict' })
  await as('mina').call(protectBranch, { id: project.id, name: 'feature', pushAccessLevel: 40 })
  await expect(resolve(files)).rejects.toMatchObject({ kind: 'forbidden' })
})

test('markers in the text of a file itself may stay in it', async () => {
  const { at, as, resolve, fileOn } = await conflicting(
    { 'a.md': lines('<<<<<<< feature', 'a') },
    { 'a.md': lines('<<<<<<< feature', 'b') },
    { 'a.md': lines('<<<<<<< feature', 'c') },
  )
  const { content } = await as('dan').call(getConflictContent, { ...at, newPath: 'a.md' })
  await expect(resolve([{ newPath: 'a.md', content }])).rejects.toMatchObject({ kind: 'unprocessable' })
  await resolve([{ newPath: 'a.md', content: lines('<<<<<<< feature', 'd') }])
  expect(await fileOn('a.md')).toBe(lines('<<<<<<< feature', 'd'))
})

test('those who see the code read which paths conflict, until none does', async () => {
  const { as, at, resolve } = await conflicting(
    { 'a.txt': 'a\n' },
    { 'a.txt': 'b\n' },
    { 'a.txt': 'c\n', 'b.txt': 'b' },
  )
  expect(await as('rita').call(listConflictedPaths, at)).toEqual({ paths: ['a.txt'] })
  await expect(as('nina').call(listConflictedPaths, at)).rejects.toMatchObject({ kind: 'not_found' })
  await resolve([{ newPath: 'a.txt', choice: 'head' }])
  expect(await as('rita').call(listConflictedPaths, at)).toEqual({ paths: [] })
})

test('MR-013 conflicts in a file whose name is not UTF-8 are refused, as a resolution would leave its markers', async () => {
  const path = 'caf\ufffd.txt'
  const { read, resolve } = await conflicting({ [path]: 'old' }, { [path]: 'ours' }, { [path]: 'theirs' })
  await expect(read()).rejects.toMatchObject({ kind: 'conflict' })
  await expect(resolve([{ newPath: path, choice: 'head' }])).rejects.toMatchObject({ kind: 'conflict' })
})

test('conflicts with a fork are resolved on the branch of the fork', async () => {
  const { as, commit, dataDir, deliver, project } = await codeWorld()
  await commit({ 'a.txt': 'a\n' })
  const fork = await as('dan').call(forkProject, { id: project.id })
  await deliver()
  const forkDir = repositoryDir(dataDir, fork.id)
  await commit({ 'a.txt': 'upstream\n' })
  const actions = [{ action: 'update', path: 'a.txt', content: Buffer.from('fork\n') }] as const
  await commitFiles(forkDir, { branch: 'main', message: 'Change a', author: ann, actions })
  const { iid } = await as('dan').call(createMergeRequest, {
    id: fork.id,
    sourceBranch: 'main',
    targetBranch: 'main',
    title: 'From a fork',
    targetProjectId: project.id,
  })
  const files = [{ newPath: 'a.txt', choice: 'head' as const }]
  await as('dan').call(resolveConflicts, { namespace, iid, commitMessage: 'Merge upstream', files })
  const shown = await as('dan').call(getMergeRequest, { id: project.id, mergeRequestIid: iid })
  expect(shown).toMatchObject({ hasConflicts: false, sha: (await findRef(forkDir, 'branch', 'main'))?.commitId })
})
