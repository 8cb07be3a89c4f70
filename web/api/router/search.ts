import { queryOf } from '../client.ts'

/** The query of the address; lists are written `label_name[]=bug`. */
export type Search = Readonly<
  Record<string, string | readonly string[] | Readonly<Record<string, string | readonly string[]>>>
>

/** `?a=1&b[]=2&not[c][]=3` as values. */
export function parseSearch(text: string): Search {
  const search: Record<string, string | string[] | Record<string, string | string[]>> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const [, outer, inner, list] = /^([^[\]]+)(?:\[([^[\]]+)\])?(\[\])?$/.exec(name) ?? []
    if (outer === undefined || outer === '__proto__') continue
    const into: Record<string, unknown> =
      inner === undefined ? search : (objectAt(search, outer) as Record<string, unknown>)
    const key = inner ?? outer
    if (list === undefined) into[key] = value
    else into[key] = [...(Array.isArray(into[key]) ? into[key] : []), value]
  }
  return search
}

function objectAt(search: Record<string, unknown>, name: string): object {
  const known = search[name]
  if (typeof known === 'object' && known !== null && !Array.isArray(known)) return known
  const made = {}
  search[name] = made
  return made
}

/** The other way round, with the question mark; empty without values. */
export function stringifySearch(search: Search): string {
  const query = queryOf(search)
  return query === '' ? '' : `?${query.replaceAll('%5B', '[').replaceAll('%5D', ']')}`
}

/** `path?state=closed&labels[]=bug`. */
export const addressOf = (path: string, search: Search): string => path + stringifySearch(search)
