import { inIssueWords } from '#contract/plan/lists/list-words.ts'
import type { Search } from '#web/api/router/search.ts'
import { orderNames } from '#web/plan/lists/columns/order.ts'
import { listInput } from '#web/plan/lists/list-address.ts'
import type { IssuesPageInput } from '#web/plan/shapes.ts'

const words = orderNames.map(({ orderBy }) => orderBy)

/** The operation's input for an address of a list of requests: the server ignores the authors that it names. @source SDESK-001 */
export const requestsInput = (namespace: string, search: Search): IssuesPageInput =>
  listInput('request', namespace, inIssueWords(search), words)
