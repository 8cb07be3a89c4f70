import { expect, test } from 'vitest'
import { site } from '#test/world/site.ts'

interface DescribedOperation {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly required: boolean }[]
  readonly responses: object
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly properties: object } }>>
  }
}

test('PLATFORM-011 the API describes itself as OpenAPI 3.1', async () => {
  const { app } = await site()
  const reply = await app.inject('/api/openapi.json')
  expect(reply.headers['content-type']).toBe('application/json')
  const document = reply.json<{
    openapi: string
    info: object
    paths: Record<string, Record<string, DescribedOperation>>
  }>()
  expect(document.openapi).toMatch(/^3\.1\.\d+$/)
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
  const ids = Object.values(document.paths).flatMap(entry => Object.values(entry).map(each => each.operationId))
  expect(ids.length).toBeGreaterThan(150)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [path, entry] of Object.entries(document.paths)) {
    expect(path).toMatch(/^\/[^:*]*$/)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    expect(new Set(inPath).size).toBe(inPath.length)
    for (const [method, described] of Object.entries(entry)) {
      const at = `${method} ${path}`
      expect(['get', 'head', 'post', 'put', 'patch', 'delete']).toContain(method)
      const declared = described.parameters.filter(each => each.in === 'path')
      expect(declared.map(each => each.name).sort(), at).toEqual([...inPath].sort())
      expect(
        declared.every(each => each.required),
        at,
      ).toBe(true)
      const names = described.parameters.map(each => `${each.in} ${each.name}`)
      expect(new Set(names).size, at).toBe(names.length)
      expect(Object.keys(described.responses).length, at).toBeGreaterThan(0)
      expect(
        Object.keys(described.responses).every(status => /^\d\d\d$|^[1-5]XX$/.test(status)),
        at,
      ).toBe(true)
    }
  }
  expect(strangeNames(document.paths)).toEqual([])
})

const words = new Set(
  'type enum const format items properties additionalProperties required anyOf minimum maximum minLength maxLength pattern minItems maxItems default description'.split(
    ' ',
  ),
)

/** Words of schemas that JSON Schema does not know. */
function strangeNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(strangeNames)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => (name === 'schema' ? strangeWords(each) : strangeNames(each)))
}

function strangeWords(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(strangeWords)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([name, each]) => {
    if (name === 'properties') return Object.values(Object(each)).flatMap(strangeWords)
    if (name === 'enum' || name === 'required' || name === 'default') return []
    return [...(words.has(name) ? [] : [name]), ...strangeWords(each)]
  })
}
