import type { TObject } from 'typebox'
import { isCalendarDay, isRelativeDay } from '#contract/plan/lists/when-words.ts'
import { isTimeZone } from '#contract/reader.ts'
import { Malformed } from '#server/errors.ts'
import { TemporaryFile } from '#server/platform/files/temporary-file.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { hasRealDay, isDay } from '#server/platform/text/day.ts'
import { LongText } from '#server/platform/text/long-text.ts'

/** The keywords of a JSON Schema that the decoders use. */
interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly format?: string
  readonly comma?: boolean
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
}

type Problem = 'is invalid' | 'does not have a valid value' | 'is too long' | 'is empty'
type Decoded = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly problem: Problem }
type Decode = (raw: unknown) => Decoded

/**
 * Compile an operation's input schema to a function that decodes values from the wire.
 *
 * Names are looked up in snake_case. Words become numbers, booleans and lists where the schema wants them; names the
 * schema does not know are dropped; null where null is not a value counts as not given.
 *
 * @throws Malformed  with every problem, joined by commas: "title is missing, state does not have a valid value"
 */
export function compileInput(schema: TObject): (raw: Readonly<Record<string, unknown>>) => unknown {
  // The decoder is compiled at the first call: a process uses few of the operations.
  let object: DecodeObject | undefined
  return raw => {
    object ??= compileObject(schema as unknown as Schema, '')
    const problems: string[] = []
    const value = object(raw, problems)
    if (problems.length > 0) throw new Malformed(problems.join(', '))
    return value
  }
}

type DecodeObject = (raw: Readonly<Record<string, unknown>>, problems: string[]) => Record<string, unknown>

function compileObject(schema: Schema, prefix: string): DecodeObject {
  const required = new Set(schema.required ?? [])
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const wire = snakeCase(name)
    const label = prefix === '' ? wire : `${prefix}[${wire}]`
    return { name, wire, label, isRequired: required.has(name), schema: field, decode: compileField(field, label) }
  })
  return (raw, problems) => {
    const value: Record<string, unknown> = {}
    for (const field of fields) {
      const given = raw[field.wire]
      if (given === undefined || (given === null && !takesNull(field.schema))) {
        if (given === null && field.schema.type === 'boolean') value[field.name] = false
        else if (field.schema.default !== undefined) value[field.name] = field.schema.default
        else if (field.isRequired) problems.push(`${field.label} is missing`)
        continue
      }
      const decoded = field.decode(given, problems)
      if (decoded !== undefined) value[field.name] = decoded
    }
    return value
  }
}

type DecodeField = (raw: unknown, problems: string[]) => unknown

function compileField(schema: Schema, label: string): DecodeField {
  if (schema.type === 'object' && schema.properties !== undefined) {
    const object = compileObject(schema, label)
    return (raw, problems) => {
      if (isRecord(raw)) return object(raw, problems)
      problems.push(`${label} is invalid`)
      return undefined
    }
  }
  if (schema.type === 'array' && schema.items?.properties !== undefined) {
    const item = compileObject(schema.items, label)
    return (raw, problems) => {
      const list = listOf(raw)
      const problem = list?.every(isRecord) ? lengthProblem(schema, list.length) : 'is invalid'
      if (list?.every(isRecord) && problem === null) return list.map(each => item(each, problems))
      problems.push(`${label} ${problem}`)
      return undefined
    }
  }
  const decode = compileValue(schema)
  return (raw, problems) => {
    const decoded = decode(raw)
    if (decoded.ok) return decoded.value
    problems.push(`${label} ${decoded.problem}`)
    return undefined
  }
}

function compileValue(schema: Schema): Decode {
  if (schema.anyOf !== undefined) {
    const choices = schema.anyOf.filter(choice => choice.type !== 'null').map(compileValue)
    const nullable = takesNull(schema)
    // Clients write `null` in queries and forms, which have no null of their own. It is unambiguous for numbers.
    const isNumber = schema.anyOf.every(({ type }) => type === 'integer' || type === 'number' || type === 'null')
    return raw => {
      if (nullable && (raw === null || raw === '' || (isNumber && raw === 'null'))) return accept(null)
      let last: Decoded = refuse('is invalid')
      for (const choice of choices) {
        last = choice(raw)
        if (last.ok) return last
      }
      return last
    }
  }
  if (Array.isArray(schema.type)) return compileNumberOrText(schema)
  switch (schema.type) {
    case 'string':
      return compileString(schema)
    case 'integer':
    case 'number':
      return compileNumber(schema)
    case 'boolean':
      return decodeBoolean
    case 'array':
      return compileList(schema)
    case 'null':
      return raw => (raw === null || raw === '' ? accept(null) : refuse('is invalid'))
    case 'object': {
      const values =
        typeof schema.additionalProperties === 'object' ? compileValue(schema.additionalProperties) : accept
      return raw => {
        if (!isRecord(raw)) return refuse('is invalid')
        const entries: [string, unknown][] = []
        for (const [key, each] of Object.entries(raw)) {
          const decoded = values(each)
          if (!decoded.ok) return decoded
          entries.push([key, decoded.value])
        }
        return accept(Object.fromEntries(entries))
      }
    }
    default:
      return accept
  }
}

/** A whole number, also one written as text, or another text. */
function compileNumberOrText(schema: Schema): Decode {
  const number = compileNumber({ ...schema, type: 'integer' })
  return raw => {
    if (typeof raw === 'number' || (typeof raw === 'string' && /^\d{1,15}$/.test(raw))) return number(raw)
    return typeof raw === 'string' && !raw.includes('\u0000') ? accept(raw.toWellFormed()) : refuse('is invalid')
  }
}

function compileString(schema: Schema): Decode {
  const words = schema.enum === undefined ? null : new Set(schema.enum)
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, 'u')
  if (schema.format === 'binary') return raw => (raw instanceof TemporaryFile ? accept(raw) : refuse('is invalid'))
  return given => {
    if (given instanceof LongText) {
      if (schema.format === 'content') return given.isSound || given.wasBase64 ? accept(given) : refuse('is invalid')
      if (schema.maxLength !== undefined && given.bytes.length > schema.maxLength * 4) return refuse('is too long')
    }
    const raw = given instanceof LongText ? Buffer.from(given.bytes).toString('utf8') : given
    const text =
      typeof raw === 'string' ? raw : typeof raw === 'number' || typeof raw === 'boolean' ? String(raw) : null
    if (text === null || text.includes('\u0000')) return refuse('is invalid')
    if (words !== null && !words.has(text)) return refuse('does not have a valid value')
    if (pattern !== null && !pattern.test(text)) return refuse('is invalid')
    if (schema.minLength !== undefined && text.length < schema.minLength) return refuse('is empty')
    if (schema.maxLength !== undefined && text.length > schema.maxLength) return refuse('is too long')
    if (schema.format === 'date-time') return decodeMoment(text)
    if (schema.format === 'when') return decodeWhen(text)
    if (schema.format === 'time-zone') return isTimeZone(text) ? accept(text) : refuse('is invalid')
    if (schema.format === 'date') return decodeDay(text)
    // Half a surrogate pair is no text that could be stored.
    return accept(text.toWellFormed())
  }
}

function decodeMoment(text: string): Decoded {
  const parsed = new Date(text.includes('T') || text.length <= 10 ? text.replaceAll(' ', '+') : text)
  const year = parsed.getUTCFullYear()
  return !hasRealDay(text) || Number.isNaN(parsed.getTime()) || year < 1 || year > 9999
    ? refuse('is invalid')
    : accept(parsed.toISOString())
}

/** A moment, or a day as it was written: which one it is depends on where its reader is. */
function decodeWhen(text: string): Decoded {
  return isRelativeDay(text) || isCalendarDay(text) ? accept(text) : decodeMoment(text)
}

function decodeDay(text: string): Decoded {
  // A timestamp is read as its date.
  const day = /^(\d{4}-\d{2}-\d{2})(?:[T ]|$)/.exec(text)?.[1] ?? ''
  return isDay(day) ? accept(day) : refuse('is invalid')
}

function compileNumber(schema: Schema): Decode {
  const isWhole = schema.type === 'integer'
  return raw => {
    const number =
      typeof raw === 'number'
        ? raw
        : typeof raw === 'string' && /^[-+]?\d+(\.\d+)?$/.test(raw.trim())
          ? Number(raw)
          : Number.NaN
    if (Number.isNaN(number) || (isWhole && !Number.isSafeInteger(number))) return refuse('is invalid')
    if (schema.minimum !== undefined && number < schema.minimum) return refuse('does not have a valid value')
    if (schema.maximum !== undefined && number > schema.maximum) return refuse('does not have a valid value')
    return accept(number)
  }
}

const truths = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
  ['on', true],
  ['off', false],
  ['', false],
])

function decodeBoolean(raw: unknown): Decoded {
  const truth = truths.get(typeof raw === 'string' ? raw.toLowerCase() : raw)
  return truth === undefined ? refuse('is invalid') : accept(truth)
}

function compileList(schema: Schema): Decode {
  const item = schema.items === undefined ? accept : compileValue(schema.items)
  const isText = schema.items?.type === 'string'
  return raw => {
    const list = schema.comma ? commaListOf(raw) : listOf(raw)
    if (list === null) return refuse('is invalid')
    const problem = lengthProblem({ maxItems: mostItems, ...schema }, list.length)
    if (problem !== null) return refuse(problem)
    const values: unknown[] = []
    for (const each of list) {
      if (!isText && (each === '' || each === null)) continue
      const decoded = item(each)
      if (!decoded.ok) return decoded
      values.push(decoded.value)
    }
    return accept(values)
  }
}

/** The length of a list whose schema sets no limit. */
const mostItems = 1_000

function lengthProblem({ minItems = 0, maxItems }: Schema, length: number): Problem | null {
  if (length < minItems) return 'is empty'
  return maxItems !== undefined && length > maxItems ? 'is too long' : null
}

function listOf(raw: unknown): readonly unknown[] | null {
  if (Array.isArray(raw)) return raw
  if (raw === '' || raw === null) return []
  // `assignee_ids=3` and `name[0]=a&name[1]=b` are lists too.
  if (isRecord(raw)) return Object.keys(raw).every(key => /^\d+$/.test(key)) ? Object.values(raw) : null
  return typeof raw === 'string' || typeof raw === 'number' ? [raw] : null
}

function commaListOf(raw: unknown): readonly unknown[] | null {
  const list = listOf(raw)
  return list === null
    ? null
    : list
        .flatMap(each => (typeof each === 'string' ? each.split(',').map(part => part.trim()) : [each]))
        .filter(each => each !== '')
}

const takesNull = (schema: Schema): boolean =>
  schema.anyOf?.some(choice => choice.type === 'null') ?? schema.type === 'null'

const isRecord = (raw: unknown): raw is Readonly<Record<string, unknown>> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

const accept = (value: unknown): Decoded => ({ ok: true, value })
const refuse = (problem: Problem): Decoded => ({ ok: false, problem })
