import { expect, test } from 'vitest'
import {
  codeBlamePage,
  codeBlobPage,
  codeBranchesPage,
  codeCommitPage,
  codeCommitRefs,
  codeCommitsPage,
  codeComparePage,
  codeFiles,
  codeRefs,
  codeTagsPage,
  codeTreePage,
  projectRefs,
  showArchive,
  showRaw,
} from '#contract/code/code-pages.ts'
import { getDiffFile } from '#contract/code/diffs/diffs.ts'
import { updateDiffPreferences } from '#contract/foundation/users.ts'
import { createBranch, createTag } from '#server/platform/git/writing/update-refs.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'

const namespace = 'weft/loom'

test.each<[Member | 'anon', number]>([
  ['dan', 200],
  ['rita', 200],
  ['gus', 403],
  ['nina', 404],
  ['anon', 404],
])('PERM-002 %s looking at the code of a private project: %i', async (who, status) => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a' })
  expect((await as(who).reply(codeTreePage, { namespace })).status).toBe(status)
  expect((await as(who).reply(showRaw, { namespace, path: 'main/a.txt' })).status).toBe(status)
})

test('an empty repository has a page that says so', async () => {
  const { as } = await codeWorld()
  const page = await as('dan').call(codeTreePage, { namespace })
  expect(page).toMatchObject({ ref: null, entries: [], branchCount: 0, place: { isEmpty: true, canPush: true } })
  expect(page.place.cloneUrl).toBe('http://weft.test/weft/loom.git')
  expect((await as('rita').call(codeTreePage, { namespace })).place.canPush).toBe(false)
  expect(await as('dan').call(codeCommitsPage, { namespace })).toMatchObject({ ref: null, commits: [], hasNext: false })
  expect(await as('dan').call(codeBranchesPage, { namespace })).toMatchObject({ branches: [], total: 0 })
  expect(await as('dan').call(codeComparePage, { namespace })).toMatchObject({ comparison: null })
  expect((await as('dan').reply(codeTreePage, { namespace, path: 'other' })).status).toBe(404)
})

test('a folder shows its entries with their last commits, and its README with links into the code', async () => {
  const { as, commit, statements } = await codeWorld()
  await commit({ 'README.md': '# Loom\n\n[guide](docs/guide.md) ![pic](pic.png)', 'src/a.ts': 'let a = 1\n' })
  const second = await commit({ 'src/a.ts': 'let a = 2\n' }, { message: 'Change a\n\nFor a reason.' })
  const page = await as('dan').call(codeTreePage, { namespace })
  expect(page.ref).toMatchObject({ name: 'main', kind: 'branch', commitId: second, isDefault: true })
  expect(page.entries.map(entry => [entry.name, entry.type, entry.lastCommit?.title])).toEqual([
    ['src', 'tree', 'Change a'],
    ['README.md', 'blob', 'Change files'],
  ])
  expect(page.lastCommit).toMatchObject({ id: second, title: 'Change a', body: 'For a reason.' })
  expect(page.isSearching).toBe(false)
  expect(page.readme?.html).toMatch(/^<h2 id="user-content-loom">Loom.*<\/h2>/)
  expect(page.readme?.html).toContain('href="/weft/loom/-/blob/main/docs/guide.md"')
  expect(page.readme?.html).toContain('/weft/loom/-/raw/main/pic.png')
  const inner = await as('dan').call(codeTreePage, { namespace, path: 'main/src' })
  expect(inner).toMatchObject({ path: 'src', entries: [{ name: 'a.ts', path: 'src/a.ts' }], readme: null })
  expect((await as('dan').reply(codeTreePage, { namespace, path: 'main/none' })).status).toBe(404)
  expect((await as('dan').reply(codeTreePage, { namespace, path: 'main/../../etc' })).status).toBe(404)
  expect(await statements(() => as('dan').call(codeTreePage, { namespace }))).toBe(5)
})

test('a ref with slashes is told from the path after it, the longest first', async () => {
  const { as, commit, dir } = await codeWorld()
  const first = await commit({ 'src/a.ts': 'one' })
  await commit({ 'src/a.ts': 'two' }, { branch: 'feature/x' })
  await createTag(dir, 'feature/y/src', first)
  const text = async (path: string) => (await as('dan').call(codeBlobPage, { namespace, path })).text
  expect(await text('feature/x/src/a.ts')).toBe('two')
  expect(await text('feature/y/src/src/a.ts')).toBe('one')
  expect(await text(`${first}/src/a.ts`)).toBe('one')
  expect(await text(`${first.slice(0, 8)}/src/a.ts`)).toBe('one')
  expect(await text('HEAD/src/a.ts')).toBe('one')
  expect(await text('refs/heads/feature/x/src/a.ts')).toBe('two')
  expect((await as('dan').reply(codeBlobPage, { namespace, path: 'feature/src/a.ts' })).status).toBe(404)
})

test('a file page knows text, markdown, pictures, binaries and what is too large', async () => {
  const { as, commit } = await codeWorld()
  await commit({
    'ünïcödé ☃/naïve file.ts': 'const snow = "☃"\n',
    'docs/guide.md': 'See [this](../a.txt).',
    'p.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]),
    'bin.dat': Buffer.from([1, 0, 2]),
    'big.txt': 'x'.repeat(3 * 1024 * 1024),
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'empty.txt': '',
  })
  const page = (path: string) => as('dan').call(codeBlobPage, { namespace, path: `main/${path}` })
  const snow = await page('ünïcödé ☃/naïve file.ts')
  expect(snow).toMatchObject({
    text: 'const snow = "☃"\n',
    lineCount: 1,
    file: { language: 'TypeScript', show: 'text' },
  })
  expect(snow.rawPath).toBe(`/weft/loom/-/raw/main/${encodeURIComponent('ünïcödé ☃')}/na%C3%AFve%20file.ts`)
  expect((await page('docs/guide.md')).html).toContain('href="/weft/loom/-/blob/main/a.txt"')
  expect(await page('p.png')).toMatchObject({ text: null, file: { show: 'image', sizeBytes: 6 } })
  expect(await page('icon.svg')).toMatchObject({ text: null, file: { show: 'image' } })
  expect(await page('bin.dat')).toMatchObject({ text: null, file: { show: 'binary' } })
  expect(await page('big.txt')).toMatchObject({ text: null, file: { show: 'large', sizeBytes: 3 * 1024 * 1024 } })
  expect(await page('empty.txt')).toMatchObject({ text: '', lineCount: 0 })
  const tree = await as('dan').call(codeTreePage, { namespace, path: 'main/ünïcödé ☃' })
  expect(tree.entries[0]).toMatchObject({ name: 'naïve file.ts', lastCommit: { title: 'Change files' } })
})

test('raw bytes never run in the browser', async () => {
  const { as, commit } = await codeWorld()
  await commit({
    'evil.html': '<script>alert(1)</script>',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'bin.exe': Buffer.from([0x4d, 0x5a, 0, 0]),
    'big.bin': Buffer.alloc(5 * 1024 * 1024, 'abc\0'),
  })
  const raw = (path: string) => as('dan').reply(showRaw, { namespace, path: `main/${path}` })
  const html = await raw('evil.html')
  expect(html.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(html.headers['content-security-policy']).toContain('sandbox')
  expect(String(html.body)).toBe('<script>alert(1)</script>')
  expect((await raw('icon.svg')).headers['content-security-policy']).toContain("default-src 'none'")
  const exe = await raw('bin.exe')
  expect(exe.headers['content-type']).toBe('application/octet-stream')
  expect(exe.headers['content-disposition']).toMatch(/^attachment; /)
  const big = await raw('big.bin')
  expect(Buffer.from(big.body as Uint8Array).equals(Buffer.alloc(5 * 1024 * 1024, 'abc\0'))).toBe(true)
})

test('commits are filtered by path, author and message, and paged', async () => {
  const { as, commit, db } = await codeWorld()
  await db.updateTable('users').set({ email: 'dan@example.com' }).where('username', '=', 'dan').execute()
  const dan = { name: 'Dan D', email: 'Dan@example.com', at: new Date('2026-02-01T10:00:00Z'), offset: '-0330' }
  for (let n = 0; n < 45; n++) await commit({ 'a.txt': `${n}` }, { message: `Step ${n}` })
  await commit({ 'b/c.txt': 'c' }, { message: 'Add c (needle)', author: dan })
  const page = (input: object) => as('rita').call(codeCommitsPage, { namespace, ...input })
  const first = await page({})
  expect(first.commits).toHaveLength(40)
  expect(first.hasNext).toBe(true)
  expect(first.commits[0]).toMatchObject({
    title: 'Add c (needle)',
    author: { username: 'dan' },
    authoredDate: '2026-02-01T06:30:00.000-03:30',
  })
  expect((await page({ page: 2 })).commits.map(commit => commit.title)).toEqual([
    'Step 5',
    'Step 4',
    'Step 3',
    'Step 2',
    'Step 1',
    'Step 0',
  ])
  const titles = async (input: object) => (await page(input)).commits.map(commit => commit.title)
  expect(await titles({ path: 'main/b' })).toEqual(['Add c (needle)'])
  expect(await titles({ author: 'dan d' })).toEqual(['Add c (needle)'])
  expect(await titles({ search: '(NEEDLE)' })).toEqual(['Add c (needle)'])
  expect(await titles({ search: 'nothing like this' })).toEqual([])
})

test('a commit shows its message with references, its files and its refs', async () => {
  const { as, commit, build, dir } = await codeWorld()
  const issue = await build.issue({ title: 'The cause' })
  const base = await commit({ 'a.txt': 'one\n', 'old.txt': 'same\nlines\nhere\n' })
  const id = await commit(
    { 'a.txt': 'two\n', 'old.txt': null, 'new.txt': 'same\nlines\nhere\n' },
    { message: `Fix <it> of #${issue.iid}\n\nFirst line\n\nSecond #${issue.iid}` },
  )
  await createTag(dir, 'v1', id)
  const page = await as('dan').call(codeCommitPage, { namespace, sha: id.slice(0, 10) })
  expect(page.commit).toMatchObject({ id, parentIds: [base], committerName: 'Ann Author' })
  expect(page.commit.titleHtml).toContain('Fix &lt;it&gt; of <a ')
  expect(page.commit.titleHtml).toContain(`/weft/loom/-/issues/${issue.iid}"`)
  expect(page.commit.bodyHtml.split('\n')).toHaveLength(3)
  expect(page.diff).toMatchObject({ addedLines: 1, removedLines: 1, overflow: false })
  expect(page.diff.files.map(file => [file.newPath, file.renamedFile, file.addedLines, file.removedLines])).toEqual([
    ['a.txt', false, 1, 1],
    ['new.txt', true, 0, 0],
  ])
  expect(page.firstBatch.files[0]?.patch).toBe('@@ -1 +1 @@\n-one\n+two\n')
  const one = await as('dan').call(getDiffFile, {
    namespace,
    from: base,
    to: id,
    oldPath: 'old.txt',
    newPath: 'new.txt',
  })
  expect(one).toMatchObject({ renamedFile: true, oldPath: 'old.txt' })
  expect(await as('dan').call(codeCommitRefs, { namespace, sha: id })).toEqual({
    branches: ['main'],
    tags: ['v1'],
    isCut: false,
  })
  expect((await as('dan').reply(codeCommitPage, { namespace, sha: 'f'.repeat(40) })).status).toBe(404)
})

test('changes of white space alone are hidden by the address, and else as the reader prefers', async () => {
  const { as, commit } = await codeWorld()
  const from = await commit({ 'a.txt': 'one\ntwo\n', 'b.txt': 'b\n' })
  const id = await commit({ 'a.txt': '  one\ntwo\n', 'b.txt': 'c\n' })
  const dan = as('dan')
  const shown = async (w?: '0' | '1') => {
    const wish = w === undefined ? {} : { w }
    const page = await dan.call(codeCommitPage, { namespace, sha: id, ...wish })
    const comparison = await dan.call(codeComparePage, { namespace, path: `${from}..${id}`, ...wish })
    const [one, other] = [page.diff, comparison.comparison?.diff].map(diff => diff?.files.map(file => file.addedLines))
    expect(other).toEqual(one)
    expect(comparison.comparison?.diff.isWhitespaceShown).toBe(page.diff.isWhitespaceShown)
    return [page.diff.isWhitespaceShown, one]
  }
  await expect(shown()).resolves.toEqual([true, [1, 1]])
  await expect(shown('1')).resolves.toEqual([false, [0, 1]])
  await dan.call(updateDiffPreferences, { showWhitespaceInDiffs: false })
  await expect(shown()).resolves.toEqual([false, [0, 1]])
  await expect(shown('0')).resolves.toEqual([true, [1, 1]])
  const file = { namespace, from, to: id, oldPath: 'a.txt', newPath: 'a.txt' }
  await expect(dan.call(getDiffFile, file)).resolves.toMatchObject({ patch: '' })
  await expect(dan.call(getDiffFile, { ...file, w: '0' })).resolves.toMatchObject({
    patch: expect.stringContaining('+  one'),
  })
})

test('branches, tags and the ref switcher', async () => {
  const { as, commit, dir } = await codeWorld()
  const first = await commit({ 'a.txt': '1' })
  await createBranch(dir, 'merged', first)
  await commit({ 'a.txt': '2' })
  await commit({ 'b.txt': '2' }, { branch: 'zz/ahead' })
  await createTag(dir, 'v1.0', first, { message: 'The first', tagger: { name: 'A', email: 'a@b.c', at: new Date() } })
  const { branches, total } = await as('dan').call(codeBranchesPage, { namespace, sort: 'name_asc' })
  expect(total).toBe(3)
  expect(branches.map(({ name, isMerged, canDelete }) => [name, isMerged, canDelete])).toEqual([
    ['main', false, false],
    ['merged', true, true],
    ['zz/ahead', false, true],
  ])
  expect(branches.map(each => each.divergence)).toEqual([null, { ahead: 0, behind: 1 }, { ahead: 1, behind: 0 }])
  const backwards = await as('dan').call(codeBranchesPage, { namespace, sort: 'updated_desc' })
  expect(backwards.branches[0]?.name).toBe('main')
  const { tags } = await as('rita').call(codeTagsPage, { namespace })
  expect(tags).toMatchObject([{ name: 'v1.0', message: 'The first', canDelete: false, commit: { id: first } }])
  const refs = await as('dan').call(codeRefs, { namespace, search: 'm' })
  expect(refs).toMatchObject({ branches: ['main', 'merged'], branchCount: 2, tags: [], defaultBranch: 'main' })
  expect(await as('dan').call(projectRefs, { namespace, search: 'v1', find: ['branches', 'tags'] })).toEqual({
    Branches: [],
    Tags: ['v1.0'],
  })
})

test('two refs compare from their merge base, or straight', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': '1' })
  await commit({ 'f.txt': 'f' }, { branch: 'feature' })
  await commit({ 'a.txt': '2' })
  const page = (path: string) => as('dan').call(codeComparePage, { namespace, path })
  const merged = await page('main...feature')
  expect(merged.comparison?.diff.files.map(file => file.newPath)).toEqual(['f.txt'])
  expect(merged.comparison?.commits).toHaveLength(1)
  expect((await page('main..feature')).comparison?.diff.files.map(file => file.newPath)).toEqual(['a.txt', 'f.txt'])
  expect(await page('main...none')).toMatchObject({ comparison: null, missing: ['to'], to: 'none' })
})

test('blame, the list of files, and an archive', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'one\ntwo\n', 'b/c.txt': 'c' })
  await commit({ 'a.txt': 'one\n2\n' }, { message: 'Second' })
  const { ranges } = await as('dan').call(codeBlamePage, { namespace, path: 'main/a.txt' })
  expect(ranges.map(range => [range.startLine, range.lines, range.commit.title])).toEqual([
    [1, ['one'], 'Change files'],
    [2, ['2'], 'Second'],
  ])
  expect(await as('dan').call(codeFiles, { namespace })).toEqual({ paths: ['a.txt', 'b/c.txt'], isCut: false })
  const zip = await as('rita').reply(showArchive, { namespace, path: 'main/loom-main.zip' })
  expect(zip.headers['content-disposition']).toMatch(/^attachment; filename="loom-main\.zip"/)
  expect(Buffer.from(zip.body as Uint8Array).toString('latin1')).toContain('loom-main/b/c.txt')
  const other = await as('rita').reply(showArchive, { namespace, path: 'main/archive.tar' })
  expect(other.headers['content-disposition']).toMatch(/^attachment; filename="archive\.tar"/)
  const bare = await as('rita').reply(showArchive, { namespace, path: 'main.zip' })
  expect(bare.headers['content-disposition']).toMatch(/^attachment; filename="loom-main-[0-9a-f]{40}\.zip"/)
  expect(Buffer.from(zip.body as Uint8Array).toString('latin1', 0, 2)).toBe('PK')
  expect((await as('rita').reply(showArchive, { namespace, path: 'main/loom.rar' })).status).toBe(404)
})

test('a folder page shows as many entries as it is asked for, and says that there are more', async () => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a', 'b.txt': 'b', 'c/d.txt': 'd' })
  const show = async (rows?: number) => {
    const page = await as('dan').call(codeTreePage, { namespace, ...(rows !== undefined && { rows }) })
    return [page.entries.map(entry => entry.name), page.isCut]
  }
  expect(await show(2)).toEqual([['c', 'a.txt'], true])
  expect(await show(3)).toEqual([['c', 'a.txt', 'b.txt'], false])
  expect((await as('dan').reply(codeTreePage, { namespace, rows: 20_001 })).status).toBe(400)
})

test('the blame of a file passes over the commits that the repository lists, and leads to the file before a change', async () => {
  const { as, commit, project } = await codeWorld()
  const namespace = project.fullPath
  const first = await commit({ 'a.txt': 'one\ntwo\n' })
  const format = await commit({ 'a.txt': '  one\n  two\n' })
  const list = `# formatting\n${format} # spaces\n${'0'.repeat(40)}\nnonsense\n`
  const head = await commit({ '.git-blame-ignore-revs': list, 'a.txt': '  one\n  2\n' })
  const blamed = async (input: { readonly ignoreRevs?: boolean } = {}) => {
    const page = await as('dan').call(codeBlamePage, { namespace, path: 'main/a.txt', ...input })
    return [page.ignoredRevs, ...page.ranges.map(range => [range.commit.id, range.before])]
  }
  const beforeHead = { commitId: format, path: 'a.txt' }
  expect(await blamed()).toEqual([true, [first, null], [head, beforeHead]])
  expect(await blamed({ ignoreRevs: false })).toEqual([
    false,
    [format, { commitId: first, path: 'a.txt' }],
    [head, beforeHead],
  ])
})
