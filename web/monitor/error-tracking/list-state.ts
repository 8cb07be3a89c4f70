import {
  type ErrorSort,
  type ErrorStatus,
  errorSorts,
  errorStatuses,
  isEventId,
  longestErrorSearch,
  usualErrorSort,
  usualErrorStatus,
} from '#contract/monitor/error-tracking/error-words.ts'
import type { Search } from '#web/api/router/search.ts'

/** The state of the list of errors in its address. @source ERRTRK-024 */
export interface ErrorListState {
  readonly sortField: ErrorSort
  readonly statusFilter: ErrorStatus
  readonly searchQuery: string
  /** The cursor of the page; null for the first one. */
  readonly cursor: string | null
}

export function errorListState({ sort, status, search, cursor }: Search): ErrorListState {
  return {
    sortField: errorSorts.find(each => each === sort) ?? usualErrorSort,
    statusFilter: errorStatuses.find(each => each === status) ?? usualErrorStatus,
    searchQuery: typeof search === 'string' ? search.trim().slice(0, longestErrorSearch) : '',
    cursor: typeof cursor === 'string' && cursor !== '' ? cursor : null,
  }
}

/** The state as words of the address, without the usual ones. */
export function searchOf({ sortField, statusFilter, searchQuery, cursor }: ErrorListState): Search {
  return {
    ...(statusFilter !== usualErrorStatus && { status: statusFilter }),
    ...(searchQuery !== '' && { search: searchQuery }),
    ...(sortField !== usualErrorSort && { sort: sortField }),
    ...(cursor !== null && { cursor }),
  }
}

/** The request for a state. @source ERRTRK-027 */
export function errorsInput(namespace: string, search: Search) {
  const { sortField, statusFilter, searchQuery, cursor } = errorListState(search)
  return {
    namespace,
    sort: sortField,
    issueStatus: statusFilter,
    ...(searchQuery !== '' && { searchTerm: searchQuery }),
    ...(cursor !== null && { cursor }),
  }
}

/**
 * The request for the page of an error. A segment that is not a number is not an error; an address that names no event
 * shows the latest one.
 */
export const errorInput = ({ namespace = '', errorId = '' }: Readonly<Record<string, string>>, { event }: Search) => ({
  namespace,
  errorId: /^\d{1,15}$/.test(errorId) ? Number(errorId) : 0,
  ...(isEventId(String(event)) && { event: Number(event) }),
})
