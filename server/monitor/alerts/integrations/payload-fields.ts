import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import type { FieldMapping } from '#contract/monitor/alerts/field-mapping.ts'
import { longestPath, type MappedField, mappedFields } from '#contract/monitor/alerts/mapped-fields.ts'
import { Invalid } from '#server/errors.ts'
import { flatten, isObject } from '../receive/plain-json.ts'

/** The steps to a value of a payload: names of members, and places in lists. */
export type Path = readonly (string | number)[]

export const valueTypes = ['ARRAY', 'DATETIME', 'NUMBER', 'STRING'] as const
type ValueType = (typeof valueTypes)[number]

/** A value of the example payload of an integration. */
export interface PayloadField {
  readonly path: Path
  readonly label: string
  readonly type: ValueType
}

/** A field of an alert, and the value of the payload that it is read from. */
export interface MappedPayloadField extends PayloadField {
  readonly fieldName: MappedField
}

/** The most values of a payload that are listed. */
const mostFields = 500

/** The values of a payload and its lists, in their order. @param example  JSON; empty: there is none */
export function fieldsOf(example: string): readonly PayloadField[] {
  if (example === '') return []
  const found: PayloadField[] = []
  const walk = (path: Path, value: unknown): void => {
    if (found.length >= mostFields || path.length > alertLimits.depth) return
    if (isObject(value)) for (const [name, inner] of Object.entries(value)) walk([...path, name], inner)
    else {
      found.push({ path, label: String(path.at(-1) ?? ''), type: typeOf(value) })
      if (Array.isArray(value)) for (const [place, inner] of value.entries()) walk([...path, place], inner)
    }
  }
  walk([], parsed(example))
  return found
}

/** The value of an example; null if it is not JSON. */
function parsed(example: string): unknown {
  try {
    return JSON.parse(example)
  } catch {
    return null
  }
}

/** @throws Invalid  an example is no JSON object @throws Unprocessable  it is nested too deeply */
export function checkExample(example: string | undefined): void {
  if (example === undefined || example === '') return
  const value = parsed(example)
  if (!isObject(value)) throw new Invalid({ examplePayload: ['must be a JSON object'] })
  flatten(value)
}

function typeOf(value: unknown): ValueType {
  if (Array.isArray(value)) return 'ARRAY'
  if (typeof value === 'number') return 'NUMBER'
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) ? 'DATETIME' : 'STRING'
}

/** The mapping of an integration, with what its example tells of each value. */
export function mappingFields(mapping: FieldMapping, example: string): readonly MappedPayloadField[] {
  const fields = new Map(fieldsOf(example).map(field => [pathText(field.path), field]))
  return mappedFields.flatMap(fieldName => {
    const text = mapping[fieldName]
    if (text === undefined) return []
    const path = pathFrom(text)
    const { path: known = path, type = 'STRING' } = fields.get(text) ?? {}
    return [{ fieldName, path: known, label: String(known.at(-1) ?? ''), type }]
  })
}

interface GivenField {
  readonly fieldName: MappedField
  readonly path: Path
}

/** @throws Invalid  a field is mapped twice, or a path is empty or too long */
export function mappingFrom(given: readonly GivenField[]): FieldMapping {
  const problems = given.flatMap(({ fieldName, path }, place) => {
    if (given.findIndex(each => each.fieldName === fieldName) < place) return [`has ${fieldName} twice`]
    const { length } = pathText(path)
    return length === 0 || length > longestPath ? [`has a path to ${fieldName} that is empty or too long`] : []
  })
  if (problems.length > 0) throw new Invalid({ payloadAttributeMappings: problems })
  return Object.fromEntries(given.map(({ fieldName, path }) => [fieldName, pathText(path)]))
}

/** A path as the mapping has it: `labels.team`, `hosts[0]`. */
const pathText = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text === '' ? step : `${text}.${step}`
  }, '')

const pathFrom = (text: string): Path =>
  [...text.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([step, place]) => (place === undefined ? step : Number(place)))
