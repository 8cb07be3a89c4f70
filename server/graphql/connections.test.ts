import { expect, test } from 'vitest'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'

const page = `query($first: Int, $last: Int, $after: String, $before: String, $sort: IssueSort) {
  project(fullPath: "weft/loom") {
    issues(first: $first, last: $last, after: $after, before: $before, sort: $sort) {
      nodes { title } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } count
    }
  }
}`

/** Five issues, of which three have the same weight and one has none. */
async function fiveIssues() {
  const { as, build, statements } = await world()
  for (const [title, weight] of [
    ['a', 2],
    ['b', 1],
    ['c', 2],
    ['d', null],
    ['e', 2],
  ] as const)
    await build.issue({ title, weight })
  const ask = async (given: Readonly<Record<string, unknown>>) => {
    const { data, errors } = await askGraphql(as('rita').ctx, page, { sort: 'WEIGHT_ASC', ...given })
    expect(errors).toEqual([])
    const { nodes, pageInfo, count } = data.project.issues
    return { titles: nodes.map((node: { readonly title: string }) => node.title), ...pageInfo, count }
  }
  return { as, ask, statements }
}

test('PLATFORM-011 the pages of a connection meet in both directions, also where rows share the value that they are sorted by', async () => {
  const { ask } = await fiveIssues()
  const { titles: all } = await ask({})
  expect(all).toHaveLength(5)
  expect([all[0], all.at(-1)]).toEqual(['b', 'd'])
  const forward: string[] = []
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const next: Awaited<ReturnType<typeof ask>> = await ask({ first: 2, after })
    forward.push(...next.titles)
    expect(next).toMatchObject({ hasPreviousPage: after !== null, count: 5 })
    ;({ endCursor: after, hasNextPage: hasMore } = next)
  }
  expect(forward).toEqual(all)
  const backward: string[] = []
  for (let before: string | null = null, hasMore = true; hasMore; ) {
    const next: Awaited<ReturnType<typeof ask>> = await ask({ last: 2, before })
    backward.unshift(...next.titles)
    expect(next).toMatchObject({ hasNextPage: before !== null })
    ;({ startCursor: before, hasPreviousPage: hasMore } = next)
  }
  expect(backward).toEqual(all)
})

test('PLATFORM-011 first and last together take the end of the first page', async () => {
  const { ask } = await fiveIssues()
  const { titles: all } = await ask({})
  expect(await ask({ first: 3, last: 1 })).toMatchObject({
    titles: [all[2]],
    hasNextPage: true,
    hasPreviousPage: true,
  })
})

test('PLATFORM-011 a cursor of another list, and a negative size, are refused with a sentence', async () => {
  const { as } = await fiveIssues()
  const refused = async (given: Readonly<Record<string, unknown>>) =>
    (await askGraphql(as('rita').ctx, page, given)).errors.map(each => each.message)
  expect(await refused({ after: 'bm9uZQ' })).toEqual([expect.stringContaining('cursor is invalid')])
  expect(await refused({ first: -1 })).toEqual(['first must not be negative'])
  expect(await refused({ last: -1 })).toEqual(['last must not be negative'])
})

test('PLATFORM-011 an ID of another class is refused, and says which one is needed', async () => {
  const { as, project } = await world()
  const { errors } = await askGraphql(as('rita').ctx, 'query($id: IssueID!) { issue(id: $id) { title } }', {
    id: `gid://gitlab/Project/${project.id}`,
  })
  expect(errors).toEqual([{ message: expect.stringContaining('Issue'), locations: expect.anything() }])
})

test('PLATFORM-011 the look-ups of one step cost one statement, however many rows there are', async () => {
  const { as, statements } = await fiveIssues()
  const costOf = (first: number) =>
    statements(() =>
      askGraphql(
        as('rita').ctx,
        `{ project(fullPath: "weft/loom") { issues(first: ${first}) { nodes { author { name } labels { nodes { title } } } } } }`,
      ),
    )
  expect(await costOf(5)).toBe(await costOf(1))
})
