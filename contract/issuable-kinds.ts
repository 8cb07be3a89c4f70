/** Names and addresses of a kind of issuable. Its permissions are in `server/access/issuable-rules.ts`. */
interface KindOfIssuable {
  /** Inside a sentence: "merge request". */
  readonly word: string
  /** The name of the kind in the API: `noteable_type`, `target_type`. */
  readonly contractType: 'Issue' | 'MergeRequest' | 'Epic' | 'Commit' | 'AlertManagement::Alert'
  /** The sequence of numbers within a namespace, named after its main kind. */
  readonly series: 'issue' | 'merge_request' | 'epic' | 'commit' | 'alert'
  readonly namespace: 'project' | 'group'
  /** The sign before its number in a reference: `#7`. */
  readonly sign: '#' | '!' | '&' | '@' | '^alert#'
  /** The path of the kind in the REST API: `/projects/:id/issues/:issueIid`. */
  readonly rest: {
    readonly root: 'projects' | 'groups'
    readonly segment: string
    readonly parameter: string
    /** The parameter before `/notes`, `/discussions` and the resource events; another one than `parameter` is an id. */
    readonly notesParameter: string
  }
  /** The path segment of its pages, after `/-/`. */
  readonly page: string
  /** Whether its discussions can begin on a line, a file or an image of a diff. */
  readonly hasPositions: boolean
  /** Activities name it as one of another kind, and do not show that one was created, closed or reopened. */
  readonly shownAs?: 'issue'
  /** GraphQL has no type for it, and activities show only what is said of it. */
  readonly isOutsideGraphql?: true
}

const issueSeries = {
  contractType: 'Issue',
  series: 'issue',
  namespace: 'project',
  sign: '#',
  rest: { root: 'projects', segment: 'issues', parameter: 'issueIid', notesParameter: 'issueIid' },
  page: 'issues',
  hasPositions: false,
} as const

/**
 * The kinds of issuables. A new kind starts with an entry here and one in `server/access/issuable-rules.ts`.
 *
 * @source product-rules.md 2.1, 2.4, 2.7, 2.9, 3 and 4.1; rest.md 6, 7, 8, 9 and 11
 */
export const issuableKinds = {
  issue: {
    ...issueSeries,
    word: 'issue',
  },
  incident: {
    ...issueSeries,
    word: 'incident',
  },
  task: {
    ...issueSeries,
    word: 'task',
  },
  merge_request: {
    word: 'merge request',
    contractType: 'MergeRequest',
    series: 'merge_request',
    namespace: 'project',
    sign: '!',
    rest: {
      root: 'projects',
      segment: 'merge_requests',
      parameter: 'mergeRequestIid',
      notesParameter: 'mergeRequestIid',
    },
    page: 'merge_requests',
    hasPositions: true,
  },
  epic: {
    word: 'epic',
    contractType: 'Epic',
    series: 'epic',
    namespace: 'group',
    sign: '&',
    rest: { root: 'groups', segment: 'epics', parameter: 'epicIid', notesParameter: 'epicId' },
    page: 'epics',
    hasPositions: false,
  },
  // The number of a commit is the beginning of its SHA: `commitIid`.
  commit: {
    word: 'commit',
    contractType: 'Commit',
    series: 'commit',
    namespace: 'project',
    sign: '@',
    rest: { root: 'projects', segment: 'repository/commits', parameter: 'sha', notesParameter: 'sha' },
    page: 'commit',
    hasPositions: true,
    isOutsideGraphql: true,
  },
  alert: {
    word: 'alert',
    contractType: 'AlertManagement::Alert',
    series: 'alert',
    namespace: 'project',
    sign: '^alert#',
    rest: {
      root: 'projects',
      segment: 'alert_management_alerts',
      parameter: 'alertIid',
      notesParameter: 'alertIid',
    },
    page: 'alert_management',
    hasPositions: false,
    shownAs: 'issue',
  },
} as const satisfies Readonly<Record<string, KindOfIssuable>>

export type IssuableKind = keyof typeof issuableKinds
export type IssuableSeries = (typeof issuableKinds)[IssuableKind]['series']

export const allSeries: readonly IssuableSeries[] = [...new Set(Object.values(issuableKinds).map(kind => kind.series))]

/** The kind of a stored type. Work item types without a kind of their own, such as objectives, behave as issues. */
export const issuableKindOf = (type: string): IssuableKind => (isKind(type) ? type : 'issue')

const isKind = (type: string): type is IssuableKind => Object.hasOwn(issuableKinds, type)

/** "an issue", "a merge request" */
export const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`

/** Whether discussions on a type can begin in a diff. */
export const hasPositions = (type: string): boolean => issuableKinds[issuableKindOf(type)].hasPositions

/** The word for a type inside a sentence: `merge_request` is "merge request", `test_case` "test case". */
export const kindWord = (type: string): string => (isKind(type) ? issuableKinds[type].word : type.replaceAll('_', ' '))

/**
 * The path of an issuable's page: `/weft/loom/-/issues/7`, `/groups/weft/-/epics/4`.
 *
 * @param type  as stored
 * @param namespacePath  the full path of its project or group, without leading or trailing slash
 */
export const pagePath = (type: string, namespacePath: string, iid: number): string =>
  `${pagesPath(type, namespacePath)}/${type === 'commit' ? shaPrefixOf(iid) : iid}`

/**
 * The path of the list of a kind: `/weft/loom/-/issues`.
 *
 * @param of  group for a list across its projects: `/groups/weft/-/issues`
 */
export function pagesPath(
  type: string,
  namespacePath: string,
  of: 'project' | 'group' = issuableKinds[issuableKindOf(type)].namespace,
): string {
  return `${of === 'group' ? '/groups' : ''}/${namespacePath}/-/${issuableKinds[issuableKindOf(type)].page}`
}

/** The path segments of the page that only incidents have, after `/-/`. */
export const incidentPage = `${issueSeries.page}/incident`

/** The second path of an incident's page: `/weft/loom/-/issues/incident/7`. */
export const incidentPath = (namespacePath: string, iid: number | string): string =>
  `/${namespacePath}/-/${incidentPage}/${iid}`

/** The tabs of an incident's page that have an address of their own, below that of the incident. @source rest.md 17.1 */
export const incidentTabs = ['timeline', 'metrics', 'alerts'] as const

/** The path of a tab: `/weft/loom/-/issues/incident/7/timeline`; that of the summary is the incident's. */
export const incidentTabPath = (
  namespacePath: string,
  iid: number | string,
  tab: 'summary' | (typeof incidentTabs)[number],
): string => `${incidentPath(namespacePath, iid)}${tab === 'summary' ? '' : `/${tab}`}`

/** The path of the list of incidents: `/weft/loom/-/incidents`, `/groups/weft/-/incidents`. */
export const incidentsPath = (namespacePath: string, of: 'project' | 'group' = 'project'): string =>
  `${of === 'group' ? '/groups' : ''}/${namespacePath}/-/incidents`

/** The path of the form that creates one: `/weft/loom/-/issues/new`. */
export const newPagePath = (type: string, namespacePath: string): string => `${pagesPath(type, namespacePath)}/new`

/** The reference to an issuable within its project or group: `#7`, `!12`, `&4`, `@9ba12248`. */
export const referenceOf = (type: string, iid: number): string =>
  `${issuableKinds[issuableKindOf(type)].sign}${type === 'commit' ? shaPrefixOf(iid).slice(0, 8) : iid}`

/** Hexadecimal digits of a SHA that are the number of a commit: as many as a number holds exactly. */
export const shaPrefixLength = 13

/** The number of a commit. @param sha  its beginning at least, of `shaPrefixLength` digits */
export const commitIid = (sha: string): number => Number.parseInt(sha.slice(0, shaPrefixLength), 16)

/** The beginning of a commit's SHA by its number. */
export const shaPrefixOf = (iid: number): string => iid.toString(16).padStart(shaPrefixLength, '0')
