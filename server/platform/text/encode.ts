import type { TSchema } from 'typebox'
import { snakeCase } from './case.ts'
import { RawJson } from './raw-json.ts'

interface Schema {
  readonly type?: string | readonly string[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly anyOf?: readonly Schema[]
}

type Encode = (value: unknown) => string

/**
 * Compile a reply schema to a function that writes a value as JSON with snake_case names.
 *
 * Only the names of the schema leave; a name whose value is undefined is left out. JSON made by PostgreSQL passes
 * through as it is, wherever it stands.
 */
export function compileReply(schema: TSchema): Encode {
  return compile(schema as Schema)
}

/** Shapes occur in many replies: compiled once each, they take 1 MB instead of 11. */
const compiled = new WeakMap<Schema, Encode>()

function compile(schema: Schema): Encode {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const encode = compilePlain(schema)
  const made: Encode = value => {
    if (value instanceof RawJson) return value.text
    return value === null || value === undefined ? 'null' : encode(value)
  }
  compiled.set(schema, made)
  return made
}

function compilePlain(schema: Schema): Encode {
  if (schema.anyOf !== undefined) return compileUnion(schema.anyOf)
  if (schema.type === 'object' && schema.properties !== undefined) return compileObject(schema.properties)
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    const values = compile(schema.additionalProperties)
    return value => {
      const parts = Object.entries(value as object).map(([key, each]) => `${JSON.stringify(key)}:${values(each)}`)
      return `{${parts.join(',')}}`
    }
  }
  if (schema.type === 'array' && schema.items !== undefined) {
    const item = compile(schema.items)
    return value => `[${(value as readonly unknown[]).map(item).join(',')}]`
  }
  // Most values: without a call of JSON.stringify, half of the time.
  if (schema.type === 'boolean' || schema.type === 'integer' || schema.type === 'number')
    return value =>
      typeof value === 'boolean' || Number.isFinite(value) ? `${value}` : (JSON.stringify(value) ?? 'null')
  return value => JSON.stringify(value) ?? 'null'
}

function compileObject(properties: Readonly<Record<string, Schema>>): Encode {
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    key: `${JSON.stringify(snakeCase(name))}:`,
    encode: compile(schema),
  }))
  return value => {
    const record = value as Readonly<Record<string, unknown>>
    let text = ''
    for (const field of fields) {
      const each = record[field.name]
      if (each === undefined) continue
      text += `${text === '' ? '' : ','}${field.key}${field.encode(each)}`
    }
    return `{${text}}`
  }
}

function compileUnion(choices: readonly Schema[]): Encode {
  const shapes = choices.filter(choice => choice.type !== 'null').map(choice => ({ choice, encode: compile(choice) }))
  const first = shapes[0]
  if (shapes.length === 1 && first !== undefined) return first.encode
  return value => (shapes.find(shape => fits(shape.choice, value)) ?? first)?.encode(value) ?? 'null'
}

/** The shape of a union that a value has: by kind, and for objects by the presence of every required name. */
function fits(
  schema: Schema & { readonly required?: readonly string[]; readonly const?: unknown },
  value: unknown,
): boolean {
  if (schema.const !== undefined) return schema.const === value
  switch (schema.type) {
    case 'object':
      return (
        typeof value === 'object' &&
        !Array.isArray(value) &&
        (schema.required ?? []).every(name => name in (value as object))
      )
    case 'array':
      return Array.isArray(value)
    case 'integer':
    case 'number':
      return typeof value === 'number'
    case 'string':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean'
    default:
      return true
  }
}
