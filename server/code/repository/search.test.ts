import { expect, test } from 'vitest'
import { searchProject } from '#contract/feeds/search.ts'
import { codeWorld } from '#test/world/code.ts'

const id = 'weft/loom'

test('files and messages are searched, and only by who may read the code', async () => {
  const { as, commit } = await codeWorld()
  expect((await as('dan').reply(searchProject, { id, scope: 'blobs', search: 'x' })).body).toEqual([])
  await commit({
    'src/a b.ts': 'one\nlet Needle = 1\nneedle()\nfour\nneedle\n',
    'b.txt': 'hay',
    'c.bin': Buffer.from('needle\0'),
  })
  const id2 = await commit({ 'b.txt': 'more hay' }, { message: 'Sharpen the needle (x.*)', branch: 'feature' })
  const find = async (who: 'dan' | 'gus', input: object) => (await as(who).reply(searchProject, { id, ...input })).body
  expect(await find('dan', { scope: 'blobs', search: 'needle' })).toMatchObject([
    {
      path: 'src/a b.ts',
      basename: 'src/a b',
      filename: 'src/a b.ts',
      startline: 2,
      data: 'let Needle = 1\nneedle()\n',
      ref: 'main',
      id: null,
    },
    { path: 'src/a b.ts', startline: 5, data: 'needle\n' },
  ])
  expect(await find('dan', { scope: 'blobs', search: 'needle', perPage: 1, page: 2 })).toMatchObject([{ startline: 5 }])
  expect(await find('dan', { scope: 'blobs', search: '-v' })).toEqual([])
  expect(await find('dan', { scope: 'commits', search: 'needle (X.*)', ref: 'feature' })).toMatchObject([
    { id: id2, short_id: id2.slice(0, 8), author_name: 'Ann Author', project_id: expect.any(Number) },
  ])
  expect(await find('dan', { scope: 'commits', search: 'needle' })).toEqual([])
  expect(await find('gus', { scope: 'blobs', search: 'needle' })).toEqual([])
  expect((await as('dan').reply(searchProject, { id, scope: 'commits', search: 'x', ref: 'none' })).status).toBe(404)
})
