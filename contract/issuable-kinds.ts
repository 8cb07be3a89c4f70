/** The roles that rules of kinds name; all are in `contract/foundation/roles.ts`. */
type Role = 'planner' | 'reporter' | 'developer'

/** Names, addresses and permission rules of a kind of issuable. */
interface KindOfIssuable {
  /** Inside a sentence: "merge request". */
  readonly word: string
  /** Its name in the API: `noteable_type`, `target_type`. */
  readonly contractType: 'Issue' | 'MergeRequest' | 'Epic' | 'Commit' | 'AlertManagement::Alert'
  /** The sequence of numbers within a namespace, named after its main kind. */
  readonly series: 'issue' | 'merge_request' | 'epic' | 'commit' | 'alert'
  readonly namespace: 'project' | 'group'
  /** The project feature that can be disabled or limited to members; null when there is none. */
  readonly feature: 'issues' | 'mergeRequests' | null
  /** Before its number in a reference: `#7`. */
  readonly sign: '#' | '!' | '&' | '@' | '^alert#'
  /** Its path in the REST API: `/projects/:id/issues/:issueIid`. */
  readonly rest: {
    readonly root: 'projects' | 'groups'
    readonly segment: string
    readonly parameter: string
    /** The parameter before `/notes`, `/discussions` and the resource events; another one than `parameter` is an id. */
    readonly notesParameter: string
  }
  /** The path segment of its pages, after `/-/`. */
  readonly page: string
  /** The lowest role that may read it, however open its project is; absent: whoever can see the project or group. */
  readonly readBy?: Role
  /** The lowest role that may edit, close and plan all issuables of the kind. */
  readonly plannedBy: Role
  /** Its author and assignees may edit and close it, whatever their role. */
  readonly participantsEdit: boolean
  /** Its author may delete it with the role in `plannedBy`; otherwise only owners may. */
  readonly plannersDeleteTheirOwn: boolean
  /** Its author and assignees may read it when it is confidential, even below the planner role. */
  readonly participantsReadConfidential: boolean
  /** Only users who may read the project's code may read it. */
  readonly showsCode: boolean
  /** It has one assignee at most, whatever its project allows. */
  readonly hasOneAssignee?: true
  /** Its discussions can begin on a line, a file or an image of a diff. */
  readonly hasPositions: boolean
}

const issueSeries = {
  contractType: 'Issue',
  series: 'issue',
  namespace: 'project',
  feature: 'issues',
  sign: '#',
  rest: { root: 'projects', segment: 'issues', parameter: 'issueIid', notesParameter: 'issueIid' },
  page: 'issues',
  participantsReadConfidential: true,
  showsCode: false,
  hasPositions: false,
} as const

/**
 * The kinds of issuables. A new kind starts with an entry; a rule that differs by kind is a property of this table.
 *
 * @source product-rules.md 2.1, 2.4, 2.7, 2.9, 3 and 4.1; rest.md 6, 7, 8, 9 and 11
 */
export const issuableKinds = {
  issue: {
    ...issueSeries,
    word: 'issue',
    plannedBy: 'planner',
    participantsEdit: true,
    plannersDeleteTheirOwn: true,
  },
  incident: {
    ...issueSeries,
    word: 'incident',
    plannedBy: 'reporter',
    participantsEdit: false,
    plannersDeleteTheirOwn: false,
  },
  task: {
    ...issueSeries,
    word: 'task',
    plannedBy: 'planner',
    participantsEdit: true,
    plannersDeleteTheirOwn: true,
  },
  merge_request: {
    word: 'merge request',
    contractType: 'MergeRequest',
    series: 'merge_request',
    namespace: 'project',
    feature: 'mergeRequests',
    sign: '!',
    rest: {
      root: 'projects',
      segment: 'merge_requests',
      parameter: 'mergeRequestIid',
      notesParameter: 'mergeRequestIid',
    },
    page: 'merge_requests',
    plannedBy: 'developer',
    participantsEdit: true,
    plannersDeleteTheirOwn: false,
    // Without effect: merge requests are never confidential.
    participantsReadConfidential: true,
    showsCode: true,
    hasPositions: true,
  },
  epic: {
    word: 'epic',
    contractType: 'Epic',
    series: 'epic',
    namespace: 'group',
    feature: null,
    sign: '&',
    rest: { root: 'groups', segment: 'epics', parameter: 'epicIid', notesParameter: 'epicId' },
    page: 'epics',
    plannedBy: 'planner',
    participantsEdit: false,
    plannersDeleteTheirOwn: true,
    participantsReadConfidential: false,
    showsCode: false,
    hasPositions: false,
  },
  // Its number is the beginning of its SHA: `commitIid`.
  commit: {
    word: 'commit',
    contractType: 'Commit',
    series: 'commit',
    namespace: 'project',
    feature: null,
    sign: '@',
    rest: { root: 'projects', segment: 'repository/commits', parameter: 'sha', notesParameter: 'sha' },
    page: 'commit',
    plannedBy: 'developer',
    participantsEdit: false,
    plannersDeleteTheirOwn: false,
    // Without effect: commits are never confidential.
    participantsReadConfidential: false,
    showsCode: true,
    hasPositions: true,
  },
  alert: {
    word: 'alert',
    contractType: 'AlertManagement::Alert',
    series: 'alert',
    namespace: 'project',
    feature: null,
    sign: '^alert#',
    rest: {
      root: 'projects',
      segment: 'alert_management_alerts',
      parameter: 'alertIid',
      notesParameter: 'alertIid',
    },
    page: 'alert_management',
    readBy: 'developer',
    plannedBy: 'developer',
    participantsEdit: false,
    plannersDeleteTheirOwn: false,
    // Without effect: alerts are never confidential.
    participantsReadConfidential: false,
    showsCode: false,
    hasOneAssignee: true,
    hasPositions: false,
  },
} as const satisfies Readonly<Record<string, KindOfIssuable>>

export type IssuableKind = keyof typeof issuableKinds
export type IssuableSeries = (typeof issuableKinds)[IssuableKind]['series']

/** A kind with the properties that few kinds have. */
export const kindOf = (kind: IssuableKind): KindOfIssuable => issuableKinds[kind]

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
