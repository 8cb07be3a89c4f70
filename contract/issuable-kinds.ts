/** A role by its name; `server/access/levels.ts` has the numbers. */
type Role = 'planner' | 'reporter' | 'developer'

/** How a kind of issuable is called, addressed and guarded. */
interface KindOfIssuable {
  /** Inside a sentence: "merge request". */
  readonly word: string
  /** Its name in the API: `noteable_type`, `target_type`. */
  readonly contractType: 'Issue' | 'MergeRequest' | 'Epic'
  /** Whose numbers it shares within a namespace. A series has the name of the kind that stands for it. */
  readonly series: 'issue' | 'merge_request' | 'epic'
  readonly namespace: 'project' | 'group'
  /** The switch of the project that offers it; null where there is none. */
  readonly feature: 'issues' | 'mergeRequests' | null
  /** Before its number in a reference: `#7`. */
  readonly sign: '#' | '!' | '&'
  /** Its address in the API: `/projects/:id/issues/:issueIid`. */
  readonly rest: {
    readonly root: 'projects' | 'groups'
    readonly segment: string
    readonly parameter: string
    /** The same before `/notes`, `/discussions` and the resource events, where epics go by their id. */
    readonly notesParameter: string
  }
  /** Its address as a page, after `/-/`. */
  readonly page: string
  /** The lowest role that edits, closes and plans each of them. */
  readonly plannedBy: Role
  /** Author and assignees edit and close it too, whatever their role. */
  readonly participantsEdit: boolean
  /** Those who plan it may delete their own; else only owners delete. */
  readonly plannersDeleteTheirOwn: boolean
  /** Author and assignees read a confidential one, also below the role of planner. */
  readonly participantsReadConfidential: boolean
  /** Only for those who can read the code of its project. */
  readonly showsCode: boolean
}

const ofIssues = {
  contractType: 'Issue',
  series: 'issue',
  namespace: 'project',
  feature: 'issues',
  sign: '#',
  rest: { root: 'projects', segment: 'issues', parameter: 'issueIid', notesParameter: 'issueIid' },
  page: 'issues',
  participantsReadConfidential: true,
  showsCode: false,
} as const

/**
 * Everything that is planned, discussed and reviewed, by kind. What the code says about one kind and not about another stands
 * here: a new kind begins with an entry, and a rule that differs by kind gets a name in this table.
 *
 * @source product-rules.md 2.1, 2.4, 2.7, 2.9, 3 and 4.1; rest.md 6, 7, 8, 9 and 11
 */
export const issuableKinds = {
  issue: {
    ...ofIssues,
    word: 'issue',
    plannedBy: 'planner',
    participantsEdit: true,
    plannersDeleteTheirOwn: true,
  },
  incident: {
    ...ofIssues,
    word: 'incident',
    plannedBy: 'reporter',
    participantsEdit: false,
    plannersDeleteTheirOwn: false,
  },
  task: {
    ...ofIssues,
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
    // No merge request is confidential.
    participantsReadConfidential: true,
    showsCode: true,
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
  },
} as const satisfies Readonly<Record<string, KindOfIssuable>>

/** The longest title in characters, for all kinds. */
export const titleLimit = 255

export type IssuableKind = keyof typeof issuableKinds
export type IssuableSeries = (typeof issuableKinds)[IssuableKind]['series']

/** The kind that a stored type follows. The types of work items that are no kind of their own follow the issue. */
export const kindOf = (type: string): IssuableKind => (isKind(type) ? type : 'issue')

const isKind = (type: string): type is IssuableKind => Object.hasOwn(issuableKinds, type)

/** The word for a type inside a sentence: `merge_request` is "merge request", `test_case` "test case". */
export const kindWord = (type: string): string => (isKind(type) ? issuableKinds[type].word : type.replaceAll('_', ' '))

/**
 * The address of an issuable's page from the root of the site: `/weft/loom/-/issues/7`, `/groups/weft/-/epics/4`.
 *
 * @param type  as stored
 * @param namespacePath  the full path of its project or group, without a slash at the ends
 */
export const pagePath = (type: string, namespacePath: string, iid: number): string =>
  `${pagesPath(type, namespacePath)}/${iid}`

/**
 * The address of the list of all of a kind: `/weft/loom/-/issues`.
 *
 * @param of  the kind of the namespace, for the lists of a group over its projects: `/groups/weft/-/issues`
 */
export function pagesPath(
  type: string,
  namespacePath: string,
  of: 'project' | 'group' = issuableKinds[kindOf(type)].namespace,
): string {
  return `${of === 'group' ? '/groups' : ''}/${namespacePath}/-/${issuableKinds[kindOf(type)].page}`
}

/** The address of the form for a new one: `/weft/loom/-/issues/new`. */
export const newPagePath = (type: string, namespacePath: string): string => `${pagesPath(type, namespacePath)}/new`

/** How an issuable is named within its own project or group: `#7`, `!12`, `&4`. */
export const referenceOf = (type: string, iid: number): string => `${issuableKinds[kindOf(type)].sign}${iid}`
