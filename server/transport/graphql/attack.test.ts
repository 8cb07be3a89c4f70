import { GraphQLError, getIntrospectionQuery } from 'graphql'
import { expect, test } from 'vitest'
import { allCaches } from '#server/platform/caches/byte-cache.ts'
import { appWorld } from '#test/world/app.ts'
import { askGraphql } from '#test/world/graphql.ts'
import { world } from '#test/world/world.ts'
import { openGraphqlDoor } from './door.ts'
import { Budget } from './measure.ts'
import { limitsOf } from './perform.ts'

/** The door as an anonymous client finds it. */
async function opened() {
  const { app } = await appWorld([openGraphqlDoor])
  const post = async (payload: object) => {
    const reply = await app.inject({ method: 'POST', url: '/api/graphql', payload })
    return { status: reply.statusCode, body: reply.json(), sizeBytes: reply.rawPayload.length }
  }
  const sentence = async (query: string) => (await post({ query })).body.errors?.[0]?.message
  return { post, sentence }
}

/** Fragments that spread the next one twice each: 2 to the power of `levels` selections. */
const doubling = (levels: number, innermost: string) =>
  [
    'query { ...a0 }',
    ...Array.from({ length: levels }, (_, at) => `fragment a${at} on Query { ...a${at + 1} ...a${at + 1} }`),
    `fragment a${levels} on Query { ${innermost} }`,
  ].join(' ')

const typeNames = 'fragment F on __Schema { types { name fields { name args { name } type { name } } } }'
const aliases = (count: number) =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: __schema { ...F }`).join(' ')} } ${typeNames}`

test.each([
  ['fragments that double', doubling(60, '__typename'), /selects .* exceeds max selections/],
  ['fragments that double and cost', doubling(60, 'echo(text: "x")'), /complexity of .* exceeds/],
  [
    'a type name a thousand times',
    `{ ${'__typename '.repeat(850)} ...A ...A } fragment A on Query { ${'__typename '.repeat(3)} ...B ...B ...B } fragment B on Query { ${'__typename '.repeat(40)} }`,
    /exceeds max selections/,
  ],
  ['the schema under many names', aliases(100), /Query the schema only once/],
  [
    'the schema again and again in fragments',
    doubling(9, '__schema { types { name } }'),
    /selections|Query the schema only once/,
  ],
  [
    'the schema of the schema',
    `{ __schema { types { fields { type { fields { args { type { fields { name } } } } } } } } }`,
    /too much of the schema/,
  ],
  [
    'the schema beside other things',
    '{ __schema { types { fields { name args { name description } } } } currentUser { id } }',
    /in a separate query/,
  ],
  ['selections within selections', `${'{ a '.repeat(1_900)}${'}'.repeat(1_900)}`, /nested too deeply/],
  ['lists within lists', `{ echo(text: ${'['.repeat(4_900)}${']'.repeat(4_900)}) }`, /nested too deeply/],
  ['brackets that open only', `{ ${'...on Query { '.repeat(700)}`, /nested too deeply/],
  [
    'a fragment within itself',
    '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    /Cannot spread fragment/,
  ],
])('%s: refused', async (_what, query, message) => {
  const { sentence } = await opened()
  expect(await sentence(query)).toMatch(message)
})

test('many types by name are held to what all of the schema costs', async () => {
  const { sentence } = await opened()
  const deep =
    'fragment T on __Type { fields { name args { name type { name ofType { name } } } type { fields { name args { name } } } } }'
  const query = `{ ${Array.from({ length: 400 }, (_, at) => `a${at}: __type(name: "Query") { ...T }`).join(' ')} } ${deep}`
  expect(await sentence(query.slice(0, 9_000))).toBeDefined()
  expect(
    await sentence(
      `{ ${Array.from({ length: 100 }, (_, at) => `a${at}: __type(name: "Query") { ...T }`).join(' ')} } ${deep}`,
    ),
  ).toMatch(/selections|too much/)
})

test('a batch costs no more than ten queries, and asks for the schema once', async () => {
  const { post } = await opened()
  const dear = { query: `{ ${Array.from({ length: 150 }, (_, at) => `a${at}: echo(text: "x")`).join(' ')} }` }
  const answers: { errors?: { message: string }[] }[] = (await post(Array.from({ length: 20 }, () => dear))).body
  expect(answers.filter(each => each.errors === undefined)).toHaveLength(13)
  expect(answers.at(-1)?.errors?.[0]?.message).toContain('too complex in total')
  const schema = { query: '{ __schema { types { name } } }' }
  const [first, second] = (await post([schema, schema])).body
  expect(first.data.__schema.types.length).toBeGreaterThan(50)
  expect(second.errors[0].message).toBe('Query the schema only once per request')
})

test('a long text is refused before anybody looks into it', async () => {
  const { post } = await opened()
  const marked = `{ ${'x @gl_introduced(version: "99") '.repeat(10_000)} }`
  expect(await post({ query: marked })).toMatchObject({
    status: 422,
    body: { errors: [{ message: 'Query too large' }] },
  })
})

test('a newer query of fragments in a long row, none of them used, is read in one go', async () => {
  const { post } = await opened()
  const row = Array.from({ length: 200 }, (_, at) => `fragment f${at} on Query { ...f${at + 1} }`).join(' ')
  const query = `{ a: nothing @gl_introduced(version: "99") { ...f0 } } ${row} fragment f200 on Query { __typename }`
  expect((await post({ query })).body).toEqual({ data: { a: null } })
})

test.each([
  ['as clients ask', getIntrospectionQuery()],
  [
    'as explorers ask',
    getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    }),
  ],
])('the whole schema is told, %s, however often', async (_who, query) => {
  const { post } = await opened()
  const first = await post({ query })
  expect(first.body.errors).toBeUndefined()
  expect(
    first.body.data.__schema.types.find((type: { name: string }) => type.name === 'Issue').fields.length,
  ).toBeGreaterThan(10)
  expect(await post({ query })).toEqual(first)
})

test('texts that differ do not fill the memory', async () => {
  const { post } = await opened()
  const cache = () => allCaches().find(each => each.name === 'graphql_documents')
  // Tests before it in this process keep short documents.
  const before = cache()?.size ?? 0
  const filling = 'name '.repeat(150)
  for (let at = 0; at < 120; at += 1)
    await post({ query: `query Q${at} { __type(name: "Query") { ${filling} a${at}: name } ${'#'.repeat(8_000)}\n }` })
  expect(cache()?.size).toBeLessThan(before + 60)
  expect(cache()?.bytes).toBeLessThanOrEqual(cache()?.maxBytes ?? 0)
})

test.each([
  [
    'a null character in a variable',
    { query: 'query($text: String!) { echo(text: $text) }', variables: { text: 'a\u0000b' } },
  ],
  [
    'half a character in a variable',
    { query: 'query($text: String!) { echo(text: $text) }', variables: { text: 'a\ud800b' } },
  ],
  ['the name of a variable', { query: '{ echo(text: "a") }', variables: { 'a\u0000': 1 } }],
  ['a variable within lists', { query: '{ echo(text: "a") }', variables: { a: [{ b: ['\udc00'] }] } }],
  ['an escaped null character', { query: String.raw`{ echo(text: "a\u0000b") }` }],
  ['an escaped null character in braces', { query: String.raw`{ echo(text: "a\u{0}b") }` }],
  ['half a character, escaped', { query: String.raw`{ echo(text: "a\ud800b") }` }],
  ['a null character in the query', { query: '{ echo(text: "a\u0000b") }' }],
  ['half a character in the query', { query: '{ echo(text: "a\ud800b") }' }],
  ['a null character in a name', { query: 'query A { echo(text: "a") }', operationName: 'A\u0000' }],
  [
    'an id',
    { query: 'query($id: IssueID!) { issue(id: $id) { id } }', variables: { id: 'gid://gitlab/Issue/1\u0000' } },
  ],
])('%s: told, without a failure', async (_what, request) => {
  const { post } = await opened()
  const answer = await post(request)
  expect(answer.status).toBe(200)
  expect(answer.body.data).toBeUndefined()
  expect(answer.body.errors[0].message).not.toContain('Internal')
})

/** A budget whose time is up once the document is admitted. */
class LateBudget extends Budget {
  #isAdmitted = false

  override checkTime(): void {
    if (this.#isAdmitted) throw new GraphQLError('Late')
    this.#isAdmitted = true
  }
}

test('a query whose time is up reads no further, and what has begun to write goes on', async () => {
  const { as, build } = await world()
  const issue = await build.issue()
  const { ctx } = as('rita')
  const budget = () => new LateBudget(limitsOf(ctx))
  const query = `{ issue(id: "gid://gitlab/Issue/${issue.id}") { title } }`
  expect((await askGraphql(ctx, query)).data.issue.title).toBe(issue.title)
  expect((await askGraphql(ctx, query, {}, { budget: budget() })).errors[0]?.message).toBe('Late')
  const note = `mutation { createNote(input: { noteableId: "gid://gitlab/Issue/${issue.id}", body: "Hm" }) { note { body } } }`
  expect((await askGraphql(ctx, note, {}, { budget: budget() })).data.createNote.note.body).toBe('Hm')
  expect((await askGraphql(ctx, query, {}, { budget: new Budget(limitsOf(ctx), 0) })).errors[0]?.message).toContain(
    'took too long',
  )
})

test('a long value of a moment is refused at once, and the error repeats its beginning only', async () => {
  const { post } = await opened()
  const query = 'query($at: Time) { project(fullPath: "weft/loom") { issues(createdAfter: $at) { nodes { id } } } }'
  const { body, sizeBytes } = await post({ query, variables: { at: `${' '.repeat(300_000)}2026-01-01T00:00` } })
  expect(body.errors?.[0]?.message).toMatch(/is not a valid time$/)
  expect(sizeBytes).toBeLessThan(5_000)
})
