import type { apiReference } from '#contract/foundation/api-reference.ts'
import type { Operation, ReplyOf } from '#contract/operation.ts'
import { snakeCase } from '#server/platform/text/case.ts'

type Reference = ReplyOf<typeof apiReference>

interface DescribedSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly string[]
  readonly anyOf?: readonly DescribedSchema[]
  readonly items?: DescribedSchema
  /** The header that carries the parameter. */
  readonly header?: string
}

/** The public operations by resource, in alphabetical order, with the names of the wire. */
export function describeResources(operations: readonly Operation[]): Reference['resources'] {
  const byTag = Map.groupBy(
    operations.filter(each => each.door === 'api'),
    each => each.tag,
  )
  return [...byTag]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, those]) => ({ name, operations: those.map(describe) }))
}

function describe(operation: Operation): Reference['resources'][number]['operations'][number] {
  const { name, method, path, summary, status, input } = operation
  const required = new Set(input.required ?? [])
  return {
    name,
    method,
    path: path.replace(/:([A-Za-z]+)(\([^)]*\))?/g, (_whole, word: string) => `:${snakeCase(word)}`),
    summary,
    status,
    parameters: Object.entries(input.properties as Readonly<Record<string, DescribedSchema>>).map(([word, schema]) => ({
      name: schema.header ?? snakeCase(word),
      type: typeOf(schema),
      isRequired: required.has(word),
      isHeader: schema.header !== undefined,
    })),
  }
}

function typeOf({ enum: words, type = 'any', format, anyOf, items }: DescribedSchema): string {
  if (words !== undefined) return words.join(' · ')
  if (anyOf !== undefined) return anyOf.map(typeOf).join(' or ')
  if (items !== undefined) return `list of ${typeOf(items)}`
  return [[type].flat().join(' or '), format].filter(Boolean).join(', ')
}
