import { expect, test } from 'vitest'
import { acceptMergeRequest, createMergeRequest } from '#contract/code/merge-requests/merge-requests.ts'
import { protectBranch } from '#contract/code/protected-refs.ts'
import { addTag } from '#contract/code/refs.ts'
import { addChangelog, getChangelog } from '#contract/code/repository.ts'
import { readFile } from '#server/platform/git/files/blob.ts'
import { findRef } from '#server/platform/git/refs/refs.ts'
import { codeWorld } from '#test/world/code.ts'
import type { Member } from '#test/world/world.ts'
import { readConfig } from './config.ts'
import { insertSection } from './insert-section.ts'
import { compareVersions, parseVersion } from './version.ts'

const id = 'weft/loom'
const date = '2026-03-01T12:00:00Z'
const by = (username: string) => ({
  name: username,
  email: `${username}@weft.test`,
  at: new Date('2026-01-01T00:00:00Z'),
})

test('MR-013 a changelog has the commits since the last stable tag by trailer, with merge requests and credits', async () => {
  const { as, commit, users } = await codeWorld({ commits: true })
  await commit({
    'a.txt': '1',
    '.gitlab/changelog_config.yml': "categories:\n  fixed: 'Bug fixes'\n  added: Features\n",
  })
  for (const tagName of ['v0.9.0', '1.0.0-rc.1']) await as('mina').call(addTag, { id, tagName, ref: 'main' })
  const bad = await commit({ 'a.txt': '2' }, { message: 'Break it\n\nChangelog: added' })
  await commit({ 'a.txt': '1' }, { message: `Revert "Break it"\n\nThis reverts commit ${bad}.` })
  const other = await commit(
    { 'o.txt': '1' },
    { message: 'Do more\n\nChangelog: other', author: by(users.nina.username) },
  )
  await commit({ 'n.txt': 'n' }, { message: 'Nothing of note' })
  const added = await commit({ 'b.txt': 'b' }, { branch: 'topic', message: 'Add b\n\nchangelog: added' })
  const fixed = await commit({ 'c.txt': 'c' }, { branch: 'topic', message: 'Fix c\n\nChangelog: fixed' })
  const { iid } = await as('dan').call(createMergeRequest, {
    id,
    sourceBranch: 'topic',
    targetBranch: 'main',
    title: 'Add b',
  })
  await as('mina').call(acceptMergeRequest, { id, mergeRequestIid: iid })
  const { notes } = await as('rita').call(getChangelog, { id, version: '1.0.0', date })
  expect(notes).toBe(`## 1.0.0 (2026-03-01)

### Bug fixes (1 change)

- [Fix c](weft/loom@${fixed}) ([merge request](weft/loom!${iid}))

### Features (1 change)

- [Add b](weft/loom@${added}) ([merge request](weft/loom!${iid}))

### other (1 change)

- [Do more](weft/loom@${other}) by @${users.nina.username}
`)
  const none = await as('rita').call(getChangelog, { id, version: 'v1.0.0', from: other, to: other, date })
  expect(none.notes).toBe('## v1.0.0 (2026-03-01)\n\nNo changes.\n')
  const own = await as('rita').call(getChangelog, { id, version: '1.0.0', from: bad, trailer: 'Kind', date })
  expect(own.notes).toContain('No changes.')
})

test('MR-013 a changelog is committed before the sections of earlier versions', async () => {
  const { as, commit, dir } = await codeWorld()
  const first = await commit({ 'CHANGELOG.md': '# News\n\n## 0.9.0 (2026-01-01)\n\nNo changes.\n' })
  const added = await commit({ 'b.txt': 'b' }, { message: 'Add b\n\nChangelog: added' })
  const asked = { id, version: '1.0.0', from: first, date }
  expect(await as('dan').reply(addChangelog, { ...asked, message: 'News of 1.0.0' })).toMatchObject({ status: 200 })
  const head = await findRef(dir, 'branch', 'main')
  const file = await readFile(dir, head?.commitId ?? '', 'CHANGELOG.md')
  expect(file?.content.toString()).toBe(
    `# News\n\n## 1.0.0 (2026-03-01)\n\n### added (1 change)\n\n- [Add b](weft/loom@${added})\n\n## 0.9.0 (2026-01-01)\n\nNo changes.\n`,
  )
  const elsewhere = { ...asked, branch: 'main', file: 'docs/NEWS.md' }
  expect((await as('dan').reply(addChangelog, elsewhere)).status).toBe(200)
})

test.each<[Member | 'anon', object, number]>([
  ['rita', {}, 403],
  ['dan', {}, 403],
  ['nina', {}, 404],
  ['mina', { from: undefined }, 422],
  ['mina', { from: '--output=x' }, 422],
  ['mina', { branch: 'nowhere' }, 422],
  ['mina', { configFile: 'none.yml' }, 422],
  ['mina', { configFile: 'a.yml' }, 422],
  ['mina', { file: '.git/config' }, 400],
  ['mina', { version: 'one' }, 400],
  ['mina', {}, 200],
])('PERM-002 %s commits a changelog with %o to a protected branch: %i', async (who, given, status) => {
  const { as, commit } = await codeWorld()
  await commit({ 'a.txt': 'a', 'a.yml': 'template: |\n  {{ title }}\n' })
  await as('mina').call(protectBranch, { id, name: 'main', pushAccessLevel: 40 })
  expect((await as(who).reply(addChangelog, { id, version: '1.0.0', from: 'main', ...given })).status).toBe(status)
})

test('versions of a changelog are ordered as semantic versions', () => {
  const sorted = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    'v1.0.0',
    '1.10.0',
  ]
  const order = (one: string, other: string) => {
    const [a, b] = [parseVersion(one), parseVersion(other)]
    return a === null || b === null ? Number.NaN : compareVersions(a, b)
  }
  expect(sorted.toReversed().toSorted(order)).toEqual(sorted)
  expect(insertSection('', '1.0.0', '## 1.0.0\n\nA.\n')).toBe('## 1.0.0\n\nA.\n')
  expect(insertSection('## 2.0.0\n\nB.\n', '1.0.0', '## 1.0.0\n')).toBe('## 2.0.0\n\nB.\n\n## 1.0.0\n')
  expect(readConfig('# c\ndate_format: "%d %B" # day\ncategories:\n  a: B # c\n')).toEqual({
    dateFormat: '%d %B',
    categories: new Map([['a', 'B']]),
  })
})
