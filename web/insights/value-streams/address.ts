import { defaultValueStream, longestWindowDays, usualWindowDays } from '#contract/insights/stage-events.ts'
import type { Search } from '#web/api/router/search.ts'
import { dayAfter, daysBetween } from '#web/ui/text/days.ts'

/** The state of the page in its address. */
export interface StreamState {
  readonly valueStreamId: number | string
  /** Null for the first one. */
  readonly stageId: number | string | null
  /** Days; null for those of the usual window. */
  readonly from: string | null
  readonly to: string | null
  /** The address names days that cannot be shown, so that the usual ones are. */
  readonly hasWrongDays: boolean
  readonly sort: 'end_event' | 'duration'
  readonly direction: 'asc' | 'desc'
  /** From 1. */
  readonly page: number
}

const idOf = (word: unknown): number | string | null =>
  /^[1-9]\d{0,14}$/.test(String(word))
    ? Number(word)
    : typeof word === 'string' && /^[a-z_]{1,30}$/.test(word)
      ? word
      : null

const dayOf = (word: unknown): string | null =>
  typeof word === 'string' && /^\d{4}-\d\d-\d\d$/.test(word) && !Number.isNaN(Date.parse(word)) ? word : null

export function streamState(search: Search): StreamState {
  const [from, to] = [dayOf(search.created_after), dayOf(search.created_before)]
  const isWindow = from !== null && to !== null && from <= to && daysBetween(from, to) <= longestWindowDays
  return {
    valueStreamId: idOf(search.value_stream_id) ?? defaultValueStream.id,
    stageId: idOf(search.stage_id),
    from: isWindow ? from : null,
    to: isWindow ? to : null,
    hasWrongDays: !isWindow && (search.created_after !== undefined || search.created_before !== undefined),
    sort: search.sort === 'duration' ? 'duration' : 'end_event',
    direction: search.direction === 'asc' ? 'asc' : 'desc',
    page: /^[1-9]\d{0,5}$/.test(String(search.page)) ? Number(search.page) : 1,
  }
}

/** The state as words of the address, without the usual ones. */
export const searchOf = ({ valueStreamId, stageId, from, to, sort, direction, page }: StreamState): Search => ({
  ...(valueStreamId !== defaultValueStream.id && { value_stream_id: String(valueStreamId) }),
  ...(stageId !== null && { stage_id: String(stageId) }),
  ...(from !== null && to !== null && { created_after: from, created_before: to }),
  ...(sort !== 'end_event' && { sort }),
  ...(direction !== 'desc' && { direction }),
  ...(page > 1 && { page: String(page) }),
})

export const streamsInput = (namespace: string, search: Search) => {
  const { valueStreamId, stageId, from, to, sort, direction, page } = streamState(search)
  return {
    namespace,
    ...(valueStreamId !== defaultValueStream.id && { valueStreamId }),
    ...(stageId !== null && { stageId }),
    ...(from !== null && to !== null && { createdAfter: from, createdBefore: to }),
    ...(sort !== 'end_event' && { sort }),
    ...(direction !== 'desc' && { direction }),
    ...(page > 1 && { page }),
  }
}

/** The spans to choose from, in days. */
export const spans = [7, usualWindowDays, 90, longestWindowDays] as const

/** The days of a span that ends on a day. */
export const spanTo = (to: string, days: number): { readonly from: string; readonly to: string } => ({
  from: dayAfter(to, 1 - days),
  to,
})
