import { alertLimits } from '#contract/monitor/alerts/alert-limits.ts'
import { Unprocessable } from '#server/errors.ts'
import { oneLine } from '#server/platform/text/one-line.ts'

export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A text as the database takes it; null for objects, lists and nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return storable(value)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** A text of one line, cut at a limit; empty for other values. */
export const lineOf = (value: unknown, limit: number = alertLimits.line): string =>
  storable(oneLine(textOf(value)?.slice(0, limit * 4) ?? '').slice(0, limit)).trim()

// PostgreSQL takes neither null characters nor half of a pair of surrogates.
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/**
 * An object as one text for each of its values, by the path to it: `labels.team`, `hosts[0]`. Sorted by path, so that two payloads
 * with the same values have the same text.
 *
 * @returns up to `alertLimits.details` values, and how many others there are
 * @throws Unprocessable  it is nested too deeply
 */
export function flatten(value: JsonObject): {
  readonly details: Readonly<Record<string, string>>
  readonly leftOut: number
} {
  const found: [string, string][] = []
  const walk = (at: string, each: unknown, depth: number): void => {
    if (depth > alertLimits.depth)
      throw new Unprocessable(`The payload is nested too deeply (maximum is ${alertLimits.depth} levels)`)
    if (Array.isArray(each)) for (const [index, item] of each.entries()) walk(cut(`${at}[${index}]`), item, depth + 1)
    else if (isObject(each))
      for (const [key, item] of Object.entries(each)) walk(cut(at === '' ? key : `${at}.${key}`), item, depth + 1)
    else {
      const text = textOf(each)
      if (text !== null && text !== '') found.push([storable(at), storable(text.slice(0, alertLimits.detailText))])
    }
  }
  walk('', value, 0)
  found.sort(([one], [other]) => (one < other ? -1 : 1))
  const kept = found.slice(0, alertLimits.details)
  return { details: Object.fromEntries(kept), leftOut: found.length - kept.length }
}

// The path is cut at each step: a name of 100 kB with thousands of values below it would be copied for each of them.
const cut = (path: string): string => path.slice(0, alertLimits.detailName)

/**
 * The value at a path as `flatten` names it: `labels.team`, `hosts[0]`; a path to an object or a list names all of it. Names may hold
 * dots and brackets themselves.
 */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value
  if (Array.isArray(value)) {
    const [step = '', index = ''] = /^\[(\d+)\]\.?/.exec(path) ?? []
    return step === '' ? undefined : valueAt(value[Number(index)], path.slice(step.length))
  }
  if (!isObject(value)) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (name === '' || !path.startsWith(name)) continue
    const rest = path.slice(name.length)
    if (rest !== '' && !/^[.[]/.test(rest)) continue
    const found = valueAt(inner, rest.replace(/^\./, ''))
    if (found !== undefined) return found
  }
  return undefined
}
