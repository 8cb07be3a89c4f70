import type { Target } from './measure.ts'
import type { Dataset } from './seed.ts'

/** What is measured beside the floor, with the share of the floor's rate that it has to reach. */
export interface Operation {
  readonly name: string
  readonly budget: number
  readonly isSearch?: boolean
  readonly weft: (data: Dataset) => Target
  readonly bare: (data: Dataset) => Target
}

const text = 'The shuttle carries the weft through the warp, again and again. '.repeat(5)
const api = (data: Dataset, path: string): Target => ({
  path: `/api/v4/projects/${data.projectId}${path}`,
  headers: { 'private-token': data.token },
})
const post = (target: Target, body: unknown): Target => ({
  ...target,
  method: 'POST',
  body: JSON.stringify(body),
  headers: { ...target.headers, 'content-type': 'application/json' },
})
const plain = (path: string): Target => ({ path, headers: {} })

export const operations: readonly Operation[] = [
  {
    name: 'issue list, 25 full rows',
    budget: 0.33,
    weft: data => ({ ...api(data, '/issues?per_page=25'), holds: '"iid"' }),
    bare: () => plain('/list'),
  },
  {
    name: 'issue list, text search',
    budget: 0.33,
    isSearch: true,
    weft: data => ({ ...api(data, '/issues?per_page=25&search=heddle'), holds: 'heddle' }),
    bare: () => plain('/search?search=heddle'),
  },
  {
    name: 'one issue',
    budget: 0.33,
    weft: data => ({ ...api(data, '/issues/77'), holds: '"iid" : 77' }),
    bare: () => plain('/one?iid=77'),
  },
  {
    name: "issue page's data",
    budget: 0.25,
    weft: data => ({
      path: `/-/pages/issue?namespace=${encodeURIComponent(data.fullPath)}&iid=77`,
      headers: { 'private-token': data.token },
      holds: '"permissions"',
    }),
    bare: () => plain('/one?iid=77'),
  },
  {
    name: 'discussions of 500 comments',
    budget: 0.5,
    weft: data => ({
      ...api(data, `/issues/${data.discussedIid}/discussions?per_page=100`),
      holds: '"individual_note"',
    }),
    bare: () => plain('/discussions'),
  },
  // Reads before writes: the jobs that follow a write take part of the same cores.
  {
    name: 'GraphQL: issue with 25 attributes',
    budget: 0.25,
    weft: data => ({
      ...post(
        { path: '/api/graphql', headers: { 'private-token': data.token } },
        {
          query: `query($path: ID!) { project(fullPath: $path) { issue(iid: "77") { id iid title description state confidential createdAt updatedAt closedAt dueDate weight
            upvotes downvotes userNotesCount webUrl reference discussionLocked author { username name } assignees { nodes { username name } }
            labels { nodes { title color } } milestone { title dueDate } participants { nodes { username } } taskCompletionStatus { count completedCount } subscribed } } }`,
          variables: { path: data.fullPath },
        },
      ),
      holds: '"iid":"77"',
    }),
    bare: () => plain('/one?iid=77'),
  },
  {
    name: 'create an issue',
    budget: 0.2,
    weft: data => ({
      ...post(api(data, '/issues'), { title: 'A new thread', description: text }),
      status: 201,
      holds: '"iid"',
    }),
    bare: () => post(plain('/create'), { title: 'A new thread', description: text }),
  },
  {
    name: 'add a comment',
    budget: 0.1,
    // A discussion takes so many comments at most: no issue gets all of them.
    weft: data => ({
      ...post(api(data, '/issues/78/notes'), { body: text }),
      others: Array.from({ length: 9 }, (_, index) => api(data, `/issues/${79 + index}/notes`).path),
      status: 201,
      holds: '"body"',
    }),
    bare: () => post(plain('/comment'), { body: text }),
  },
]
