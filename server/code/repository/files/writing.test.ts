import { expect, test } from 'vitest'
import { cherryPickCommit, createCommit, getCommit, getCommitDiff } from '#contract/code/commits/commits.ts'
import { addFile, removeFile, updateFile } from '#contract/code/files/files.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { codeWorld } from '#test/world/code.ts'

const id = 'weft/loom'
type JsonBody = Readonly<Record<string, unknown>>

test('files are changed and deleted, and a stale or wrong change is refused with the sentence of the contract', async () => {
  const { as, commit, dir } = await codeWorld()
  const first = await commit({ 'a.txt': 'one', 'b.bin': Buffer.from([0, 255]) })
  const dan = as('dan')
  const change = { id, filePath: 'a.txt', branch: 'main', commitMessage: 'Change' }
  expect((await dan.reply(addFile, { ...change, content: 'x' })).body).toEqual({
    message: 'A file with this name already exists',
  })
  expect((await dan.reply(updateFile, { ...change, content: 'two', lastCommitId: first })).status).toBe(200)
  expect((await dan.reply(updateFile, { ...change, content: 'three', lastCommitId: first })).body).toEqual({
    message: 'You are attempting to update a file that has changed since you started editing it.',
  })
  const binary = Buffer.from([0, 1, 2, 255])
  await dan.call(updateFile, {
    ...change,
    filePath: 'b.bin',
    content: binary.toString('base64'),
    encoding: 'base64',
    executeFilemode: true,
  })
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  expect(await readFile(dir, head, 'b.bin')).toMatchObject({ content: binary, mode: '100755' })
  expect((await dan.reply(updateFile, { ...change, content: '*', encoding: 'base64' })).status).toBe(400)
  expect((await dan.reply(removeFile, { ...change, filePath: 'none' })).body).toEqual({
    message: "A file with this name doesn't exist",
  })
  expect((await dan.reply(removeFile, change)).status).toBe(204)
  expect((await dan.reply(removeFile, { id, filePath: 'b.bin', branch: 'main' })).body).toEqual({
    error: 'commit_message is missing',
  })
  expect((await dan.reply(addFile, { ...change, branch: 'new', content: 'x' })).body).toEqual({
    message: 'You can only create or edit files when you are on a branch',
  })
  expect((await dan.reply(addFile, { ...change, branch: 'new', startBranch: 'main', content: 'x' })).status).toBe(201)
  for (const filePath of ['../x', '.git/config', 'a/../b'])
    expect((await dan.reply(addFile, { ...change, filePath, content: 'x' })).status, filePath).toBe(400)
})

test('a commit of many actions', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n', 'run.sh': '#!/bin/sh\n' })
  const made = await as('dan').call(createCommit, {
    id,
    branch: 'feature/x',
    startBranch: 'main',
    commitMessage: 'Do it\n\nCo-authored-by: Ann <ann@example.com>\n',
    authorName: 'Somebody Else',
    authorEmail: 'else@example.com',
    actions: [
      { action: 'create', filePath: 'new/d.txt', content: 'd\n' },
      { action: 'update', filePath: 'a.txt', content: 'aa\n' },
      { action: 'delete', filePath: 'b.txt' },
      { action: 'move', filePath: 'moved.txt', previousPath: 'c.txt' },
      { action: 'chmod', filePath: 'run.sh', executeFilemode: true },
    ],
  })
  expect(made).toMatchObject({
    title: 'Do it',
    authorName: 'Somebody Else',
    committerName: 'Dan',
    committerEmail: 'dan@weft.test',
    stats: { additions: 2, deletions: 2, total: 4 },
    trailers: { 'Co-authored-by': 'Ann <ann@example.com>' },
    webUrl: expect.stringContaining('http://weft.test/weft/loom/-/commit/'),
  })
  const diffs = await as('rita').call(getCommitDiff, { id, sha: 'feature/x', unidiff: true })
  expect(diffs.map(diff => [diff.oldPath, diff.newPath, diff.newFile, diff.deletedFile, diff.renamedFile])).toEqual([
    ['a.txt', 'a.txt', false, false, false],
    ['b.txt', 'b.txt', false, true, false],
    ['c.txt', 'moved.txt', false, false, true],
    ['new/d.txt', 'new/d.txt', true, false, false],
    ['run.sh', 'run.sh', false, false, false],
  ])
  expect(diffs[0]?.diff).toBe('--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+aa\n')
  expect(diffs[4]).toMatchObject({ aMode: '100644', bMode: '100755' })
  const refuse = async (actions: readonly JsonBody[]) =>
    (await as('dan').reply(createCommit, { id, branch: 'main', commitMessage: 'x', actions })).body
  expect(await refuse([])).toEqual({ message: 'actions is empty' })
  expect(await refuse([{ action: 'burn', filePath: 'a' }])).toEqual({
    error: 'actions[action] does not have a valid value',
  })
  expect(await refuse([{ action: 'move', filePath: 'x' }])).toEqual({ message: 'previous_path is missing' })
  expect(await refuse([{ action: 'update', filePath: 'none', content: '' }])).toEqual({
    message: "A file with this name doesn't exist",
  })
})

test('writers at the same time all get in', async () => {
  const { as, commit, dir } = await codeWorld({ commits: true })
  await commit({ 'a.txt': 'a' })
  const write = (name: string) =>
    as('dan').reply(addFile, { id, filePath: name, branch: 'main', commitMessage: name, content: name })
  const names = Array.from({ length: 30 }, (_each, index) => `w${index}`)
  const replies = await Promise.all(names.map(write))
  expect(replies.map(({ status, body }) => (status === 201 ? 201 : body))).toEqual(names.map(() => 201))
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  for (const name of names) expect((await readFile(dir, head, name))?.content.toString()).toBe(name)
})

test('commits picked at the same time all get in', async () => {
  const { as, commit, dir } = await codeWorld({ commits: true })
  await commit({ 'a.txt': 'a' })
  const names = Array.from({ length: 6 }, (_each, index) => `p${index}`)
  const shas: string[] = []
  for (const name of names) shas.push(await commit({ [name]: name }, { branch: 'feature/y' }))
  const replies = await Promise.all(shas.map(sha => as('dan').reply(cherryPickCommit, { id, sha, branch: 'main' })))
  expect(replies.map(({ status, body }) => (status === 201 ? 201 : body))).toEqual(names.map(() => 201))
  const head = (await findRef(dir, 'branch', 'main'))?.commitId ?? ''
  for (const name of names) expect((await readFile(dir, head, name))?.content.toString()).toBe(name)
})

test('of writers at the same time who name the commit they start from, one gets in', async () => {
  const { as, commit } = await codeWorld({ commits: true })
  const first = await commit({ 'a.txt': 'a' })
  const statuses = async (write: (name: string) => Promise<{ status: number }>) =>
    (await Promise.all(['w1', 'w2', 'w3'].map(write))).map(({ status }) => status).toSorted()
  const update = (content: string) => ({ id, branch: 'main', commitMessage: content, content, lastCommitId: first })
  expect(await statuses(name => as('dan').reply(updateFile, { ...update(name), filePath: 'a.txt' }))).toEqual([
    200, 400, 400,
  ])
  const head = (await as('dan').call(getCommit, { id, sha: 'main' })).id
  const add = (filePath: string) => ({ action: 'create' as const, filePath, content: '' })
  expect(
    await statuses(name =>
      as('dan').reply(createCommit, { id, branch: 'main', commitMessage: name, startSha: head, actions: [add(name)] }),
    ),
  ).toEqual([201, 400, 400])
})
