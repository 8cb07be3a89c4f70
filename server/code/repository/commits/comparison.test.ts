import { expect, test } from 'vitest'
import { compareRefs } from '#contract/code/repository.ts'
import { processesOf } from '#server/platform/git/processes/spawner.ts'
import { codeWorld } from '#test/world/code.ts'

const id = 'weft/loom'

test('a comparison takes one process of git, and none the second time; other names of its refs are not mixed up', async () => {
  const { as, commit } = await codeWorld()
  const base = await commit({ 'a.txt': 'one\n' })
  await commit({ 'a.txt': 'two\n' }, { branch: 'feature', message: 'Change a' })
  const ask = (from: string) => as('rita').call(compareRefs, { id, from, to: 'feature' })
  let first: unknown = null
  expect(
    await processesOf(async () => {
      first = await ask('main')
    }),
  ).toBe(1)
  expect(first).toMatchObject({ commits: [{ title: 'Change a' }], diffs: [{ diff: '@@ -1 +1 @@\n-one\n+two\n' }] })
  expect(await processesOf(async () => expect(await ask('main')).toEqual(first))).toBe(0)
  expect((await ask(base)).webUrl).toMatch(new RegExp(`/compare/${base}\\.\\.\\.feature$`))
  await commit({ 'a.txt': 'three\n' }, { branch: 'feature', message: 'Change it again' })
  expect((await ask('main')).commits.map(each => each.title)).toEqual(['Change a', 'Change it again'])
})
