import type { FastifyRequest } from 'fastify'
import { isTimeZone, parseReader, readerCookie } from '#contract/reader.ts'

/** The names that browsers use. To try a name out takes a tenth of a millisecond, which each request of a page would wait for. */
let known: ReadonlySet<string> | undefined

const isKnown = (name: string): boolean => {
  known ??= new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
  return known.has(name)
}

/** The time zone that a script names in a header, or that a browser keeps in its cookie. */
export function timeZoneOf({ headers, cookies }: Pick<FastifyRequest, 'headers' | 'cookies'>): string | null {
  const named = headers['time-zone']
  if (typeof named === 'string' && (isKnown(named) || isTimeZone(named))) return named
  const cookie = cookies[readerCookie]
  if (cookie === undefined) return null
  const [kept = ''] = cookie.split('|')
  return isKnown(kept) ? kept : parseReader(cookies).timeZone
}
