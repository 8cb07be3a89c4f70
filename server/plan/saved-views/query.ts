import { type TObject, Type } from 'typebox'
import { getMergeRequestsPage } from '#contract/code/merge-requests/merge-request-list-pages.ts'
import { todosPage } from '#contract/feeds/todos.ts'
import { getGroupEpicsPage } from '#contract/plan/epics/epic-pages.ts'
import { getIncidentsPage, getIssuesPage, getServiceDeskPage } from '#contract/plan/issues/issue-pages.ts'
import { inOwnWords } from '#contract/plan/lists/list-words.ts'
import type { ViewedList } from '#contract/plan/lists/view-limits.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import { compileInput } from '#server/platform/text/decode.ts'
import { parseParameters } from '#server/platform/text/parameters.ts'

/** The check of a list's filter by its slice. */
interface ViewCheck {
  readonly lists: readonly ViewedList[]
  /** @throws Malformed  a value that the list refuses, although it is of the right type */
  readonly check: (ctx: Context, input: Readonly<Record<string, unknown>>) => unknown
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly viewChecks: readonly ViewCheck[]
  }
}

const notKept: ReadonlySet<string> = new Set(['namespace', 'cursor', 'page', 'perPage', 'view', 'timeZone'])

/** The part of a list's input that a view keeps: not the position in the pages, nor the time zone of the reader. */
export const keptOf = (input: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !notKept.has(name)))

const kept = ({ properties }: TObject): TObject =>
  Type.Object(Object.fromEntries(Object.entries(properties).filter(([name]) => !notKept.has(name))))

const decoders: Readonly<Record<ViewedList, ReturnType<typeof compileInput>>> = {
  issue: compileInput(kept(getIssuesPage.input)),
  incident: compileInput(kept(getIncidentsPage.input)),
  request: compileInput(kept(getServiceDeskPage.input)),
  epic: compileInput(kept(getGroupEpicsPage.input)),
  merge_request: compileInput(kept(getMergeRequestsPage.input)),
  todo: compileInput(kept(todosPage.input)),
}

/**
 * The input of a list that a view represents.
 *
 * @throws Malformed  a word with a wrong value
 */
const readQuery = (list: ViewedList, query: string): Readonly<Record<string, unknown>> =>
  // The decoder makes an object of the input's properties.
  decoders[list](inOwnWords(parseParameters(query.replace(/^\?/, '')))) as Readonly<Record<string, unknown>>

/** Refuse a query that the page of the list would refuse. @throws Malformed  with the sentence of the page */
export function checkQuery(ctx: Context, list: ViewedList, query: string): void {
  const input = readQuery(list, query)
  for (const { lists, check } of ctx.services.plugs.viewChecks) if (lists.includes(list)) check(ctx, input)
}

/** The input of a list for a stored query, where filters that the list no longer understands are dropped. */
export function readStored(list: ViewedList, query: string): Readonly<Record<string, unknown>> {
  try {
    return readQuery(list, query)
  } catch (error) {
    if (error instanceof Malformed) return {}
    throw error
  }
}
