import { listed } from '#contract/plan/lists/list-words.ts'
import { isWhen } from '#contract/plan/lists/when-words.ts'
import type { Search } from '#web/api/router/search.ts'

/** A value of a URL. */
export type Values = Search[string] | undefined

export const one = (value: Values): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export function many(value: Values): string[] | undefined {
  const list = listed(value)
  return list.length === 0 ? undefined : [...list]
}

export const nested = (value: Values): Readonly<Record<string, string | readonly string[]>> =>
  // An object holds nothing else.
  typeof value === 'object' && !Array.isArray(value) ? (value as Readonly<Record<string, string>>) : {}

export const oneOf = <const W extends readonly string[]>(words: W, value: Values): W[number] | undefined =>
  words.find(word => word === value)

export const when = (value: Values): string | undefined =>
  typeof value === 'string' && isWhen(value) ? value : undefined

export const some = <T>(values: readonly T[]): T[] | undefined => (values.length === 0 ? undefined : [...values])

export const ids = (value: Values): number[] | undefined => some(listed(value).flatMap(each => number(each) ?? []))

const largest = 2_147_483_647

/** A number that is too large finds nothing, and so does the largest. */
export const number = (value: Values): number | undefined =>
  typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), largest) : undefined

export const numberOrWord = (value: Values): number | string | undefined => number(value) ?? one(value)

export const flag = (value: Values): boolean | undefined =>
  value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : undefined
