import { Malformed } from '#server/errors.ts'

const maxPairs = 1000
/** The depth of names in brackets. */
const maxDepth = 5

type Value = string | Value[] | { [key: string]: Value }

/**
 * Parse a query or a form as the contract has it: `a=1&ids[]=1&ids[]=2&not[labels]=x&actions[][path]=a`.
 *
 * A name given twice without brackets keeps its last value. Names nest five deep and number a thousand at most.
 *
 * @throws Malformed  broken percent signs, too many or too deeply nested names
 */
export function parseParameters(text: string): Record<string, Value> {
  if (text === '') return Object.create(null)
  const pairs = text.split('&', maxPairs + 1)
  if (pairs.length > maxPairs) throw new Malformed(`there are more than ${maxPairs} parameters`)
  return nestParameters(
    pairs.flatMap((pair): readonly Pair[] => {
      if (pair === '') return []
      const equals = pair.indexOf('=')
      return [equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]]
    }),
  )
}

type Pair = readonly [name: string, value: string]

/** The same from names and values that came one by one. @throws Malformed  too deeply nested names */
export function nestParameters(pairs: readonly Pair[]): Record<string, Value> {
  const parameters: Record<string, Value> = Object.create(null)
  for (const [name, value] of pairs) {
    const open = name.indexOf('[')
    if (open <= 0 || !name.endsWith(']')) {
      if (isSafe(name)) parameters[name] = value
      continue
    }
    const keys = [name.slice(0, open), ...name.slice(open + 1, -1).split('][', maxDepth)]
    if (keys.length > maxDepth) throw new Malformed(`${keys[0]} is nested too deeply`)
    if (keys.every(isSafe)) place(parameters, keys, value)
  }
  return parameters
}

const problem = Symbol('problem')

/**
 * Parse a query where a failure cannot be answered yet: in the router, which no error handler watches.
 * `refuseBrokenQuery` reports its errors.
 */
export function parseQuery(text: string): Record<string, Value> {
  try {
    return parseParameters(text)
  } catch (error) {
    return Object.assign(Object.create(null), { [problem]: error })
  }
}

/** @throws Malformed  the query was not to be read */
export function refuseBrokenQuery(query: object): void {
  if (problem in query) throw query[problem]
}

function place(into: Record<string, Value>, keys: readonly string[], value: string): void {
  let here: Record<string, Value> = into
  for (const [depth, key] of keys.entries()) {
    const next = keys[depth + 1]
    if (next === undefined) {
      here[key] = value
      return
    }
    if (next === '') {
      const list = here[key]
      const items = Array.isArray(list) ? list : []
      here[key] = items
      const inner = keys.slice(depth + 2)
      const first = inner[0]
      if (first === undefined) {
        items.push(value)
        return
      }
      // `actions[][a]=1&actions[][b]=2` fill one object until a name comes again.
      const last = items.at(-1)
      const object: Record<string, Value> =
        last !== undefined && isObject(last) && !(inner.length === 1 && first in last) ? last : Object.create(null)
      if (object !== last) items.push(object)
      place(object, inner, value)
      return
    }
    const child = here[key]
    const object: Record<string, Value> = child !== undefined && isObject(child) ? child : Object.create(null)
    here[key] = object
    here = object
  }
}

const isObject = (value: Value): value is { [key: string]: Value } => typeof value === 'object' && !Array.isArray(value)

const isSafe = (name: string): boolean => name !== '__proto__' && name !== 'constructor' && name !== 'prototype'

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch (cause) {
    throw new Malformed('the parameters are not valid URL encoding', { cause })
  }
}
