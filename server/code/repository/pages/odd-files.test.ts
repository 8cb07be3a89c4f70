import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { codeBlobPage, codeTreePage } from '#contract/code/code-pages.ts'
import { getDiffFile } from '#contract/code/diffs/diffs.ts'
import { createTag } from '#server/platform/git/writing/update-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import { withRefType } from '../open.ts'

const namespace = 'weft/loom'

/** Puts entries into the root of main that the API does not make. */
function addEntries(dir: string, entries: readonly (readonly [mode: string, name: string, content: string])[]): void {
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', dir, ...args], { input })
      .toString()
      .trim()
  const rows = entries.map(([mode, name, content]) =>
    mode === '160000'
      ? `160000 commit ${content}\t${name}`
      : `${mode} blob ${git(['hash-object', '-w', '--stdin'], content)}\t${name}`,
  )
  const tree = git(['mktree', '--missing'], `${[git(['ls-tree', 'main']), ...rows].join('\n')}\n`)
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@weft.test']
  git(['update-ref', 'refs/heads/main', git([...author, 'commit-tree', '-p', 'main', '-m', 'Add', tree])])
}

test('links of a README to folders lead to folders, and those to files to files', async () => {
  const { as, commit } = await codeWorld()
  await commit({
    'README.md': '[Docs](docs/), [inner](docs/in%20ner#top), [guide](docs/guide.md), [none](none), [percent](100%)',
    'docs/guide.md': 'A guide',
    'docs/in ner/a.md': 'A',
  })
  const { readme } = await as('dan').call(codeTreePage, { namespace })
  expect(readme?.html?.match(/href="[^"]*"/g)).toEqual([
    'href="/weft/loom/-/tree/main/docs"',
    'href="/weft/loom/-/tree/main/docs/in%20ner#top"',
    'href="/weft/loom/-/blob/main/docs/guide.md"',
    'href="/weft/loom/-/blob/main/none"',
    expect.stringContaining('/-/blob/main/100%'),
  ])
})

test('a README that is a symbolic link shows the file it leads to, with its links, and nothing outside of the repository', async () => {
  const { as, commit, dir } = await codeWorld()
  await commit({ 'docs/intro.md': 'See [this](guide.md).', 'docs/guide.md': 'A guide' })
  addEntries(dir, [['120000', 'README.md', 'docs/intro.md']])
  const read = async () => (await as('dan').call(codeTreePage, { namespace })).readme
  expect(await read()).toMatchObject({ path: 'docs/intro.md' })
  expect((await read())?.html).toContain('href="/weft/loom/-/blob/main/docs/guide.md"')
  await commit({ 'README.md': null })
  addEntries(dir, [
    ['120000', 'README', '../../etc/passwd'],
    ['120000', 'loop', 'loop'],
  ])
  expect(await read()).toBeNull()
})

test('a submodule in a folder leads to its commit, where its repository is shown by a known site', async () => {
  const { as, commit, dir } = await codeWorld()
  const modules = ['lib', 'there', 'odd'].map(
    (name, index) =>
      `[submodule "${name}"]\n\tpath = ${name}\n\turl = ${['../shuttle.git', 'https://github.com/weft/there.git', 'file:///srv/odd'][index]}\n`,
  )
  await commit({ '.gitmodules': modules.join('') })
  const sha = '1'.repeat(40)
  addEntries(
    dir,
    ['lib', 'there', 'odd'].map(name => ['160000', name, sha] as const),
  )
  const { entries } = await as('dan').call(codeTreePage, { namespace })
  expect(entries.map(({ name, submoduleHref }) => [name, submoduleHref])).toEqual([
    ['.gitmodules', null],
    ['lib', `/weft/shuttle/-/tree/${sha}`],
    ['odd', null],
    ['there', `https://github.com/weft/there/tree/${sha}`],
  ])
})

test('a tag named like a branch is shown where the address asks for it, and its links keep it', async () => {
  const { as, commit, dir } = await codeWorld()
  const first = await commit({ 'a.txt': 'one' })
  await createTag(dir, 'v1', first)
  await createTag(dir, 'v2', first)
  await commit({ 'a.txt': 'two' }, { branch: 'v1' })
  const page = (path: string, refType?: string) =>
    as('dan').call(codeBlobPage, { ...withRefType({ path, ref_type: refType }), namespace })
  expect(await page('v1/a.txt')).toMatchObject({ text: 'two', ref: { kind: 'branch', name: 'v1' } })
  expect(await page('v1/a.txt', 'tags')).toMatchObject({ text: 'one', ref: { kind: 'tag', name: 'refs/tags/v1' } })
  expect(await page('v1/a.txt', 'heads')).toMatchObject({ text: 'two', ref: { kind: 'branch', name: 'v1' } })
  expect(await page('v2/a.txt', 'tags')).toMatchObject({ text: 'one', ref: { kind: 'tag', name: 'v2' } })
  expect(await page('v1/a.txt', 'odd')).toMatchObject({ text: 'two' })
})

test('files in other charsets are shown and compared as text, and said to be no UTF-8', async () => {
  const { as, commit } = await codeWorld()
  const gbk = (bytes: string) => Buffer.from(`${bytes}0a`, 'hex')
  const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
  const from = await commit({
    'gbk.txt': gbk('d6d0cec4cec4bcfea3acd5e2cac7b2e2cad4'),
    'wide.txt': wide('one\ntwo\n'),
    'a.txt': 'ünï\n',
  })
  const to = await commit({ 'gbk.txt': gbk('d6d0cec4b2e2cad4') })
  const page = (path: string) => as('dan').call(codeBlobPage, { namespace, path: `main/${path}` })
  expect(await page('gbk.txt')).toMatchObject({ text: '中文测试\n', file: { show: 'text', encoding: 'gb18030' } })
  expect(await page('wide.txt')).toMatchObject({ text: 'one\ntwo\n', lineCount: 2, file: { encoding: 'utf-16le' } })
  expect(await page('a.txt')).toMatchObject({ file: { encoding: 'utf-8' } })
  const asked = { namespace, from, to, oldPath: 'gbk.txt', newPath: 'gbk.txt' }
  expect(await as('dan').call(getDiffFile, asked)).toMatchObject({
    addedLines: 1,
    patch: expect.stringContaining('-中文文件，这是测试\n+中文测试\n'),
  })
})
