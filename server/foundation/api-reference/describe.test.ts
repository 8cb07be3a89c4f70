import { expect, test } from 'vitest'
import { apiReference } from '#contract/foundation/api-reference.ts'
import { world } from '#test/world/world.ts'

test('PLATFORM-011 the reference lists every public operation by resource, with the parameters of the wire', async () => {
  const { as } = await world()
  const { url, resources } = await as('anon').call(apiReference, {})
  expect(url).toMatch(/^http.*\/api\/v4$/)
  expect(resources.map(each => each.name)).toEqual(resources.map(each => each.name).sort((a, b) => a.localeCompare(b)))
  const operations = resources.flatMap(each => each.operations)
  expect(operations.length).toBeGreaterThan(150)
  expect(operations.find(each => each.path === '/projects/:id/issues' && each.method === 'POST')).toMatchObject({
    name: 'createIssue',
    status: 201,
    parameters: expect.arrayContaining([
      { name: 'title', type: 'string', isRequired: true, isHeader: false },
      { name: 'issue_type', type: expect.stringMatching(/^issue · incident · /), isRequired: false, isHeader: false },
    ]),
  })
})
