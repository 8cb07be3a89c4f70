import { issuableKinds } from '#contract/issuable-kinds.ts'
/** What a text box belongs to: a thing of the database, or the person alone. */
export type PlaceOwner =
  | { readonly of: 'issuable' | 'note' | 'namespace' | 'milestone'; readonly id: number }
  | { readonly of: 'person' }

export interface TextPlace {
  readonly owner: PlaceOwner
  /** What the box is called on the page of unsent texts. */
  readonly kind: string
  /** What the address of the owner's page goes on with, so that it shows the box. */
  readonly path: string
  /** What the page is called, where no thing gives it its name. */
  readonly title: string
}

interface Rule {
  readonly pattern: RegExp
  readonly of: PlaceOwner['of']
  readonly kind: string
  readonly path?: string
  readonly title?: string
}

const newIssue = `/-/${issuableKinds.issue.page}/new`

// The first group of a pattern is the id; a second one goes where the path has `$2`.
const rules: readonly Rule[] = [
  { pattern: /^issue\.(\d+)\.title$/, of: 'issuable', kind: 'Title' },
  { pattern: /^issue\.(\d+)\.description$/, of: 'issuable', kind: 'Description' },
  { pattern: /^Issue\.(\d+)\.note$/, of: 'issuable', kind: 'Comment' },
  { pattern: /^Issue\.(\d+)\.reply\.([0-9a-f]{1,64})$/, of: 'issuable', kind: 'Reply' },
  { pattern: /^Issue\.(\d+)\.draft\.\d+$/, of: 'issuable', kind: 'Pending comment' },
  { pattern: /^note\.(\d+)$/, of: 'note', kind: 'Edited comment' },
  { pattern: /^abuse\.note\.(\d+)$/, of: 'note', kind: 'Report of a comment' },
  { pattern: /^abuse\.issue\.(\d+)$/, of: 'issuable', kind: 'Report of an issue' },
  { pattern: /^abuse\.profile\./, of: 'person', kind: 'Report of a person' },
  {
    pattern: /^project\.(\d+)\.new-issue\.draft-([0-9a-f]{1,64})$/,
    of: 'namespace',
    kind: 'New issue',
    path: `${newIssue}?draft=$2`,
  },
  {
    pattern: /^project\.(\d+)\.new-issue\.thread-([0-9a-f]{1,64})$/,
    of: 'namespace',
    kind: 'Follow-up issue',
    path: `${newIssue}?discussion_to_resolve=$2`,
  },
  {
    pattern: /^project\.(\d+)\.new-issue\.issue-(\d{1,15})$/,
    of: 'namespace',
    kind: 'Follow-up issue',
    path: `${newIssue}?issue_to_resolve_discussions_of=$2`,
  },
  { pattern: /^(?:project|group)\.(\d+)\.description$/, of: 'namespace', kind: 'Settings' },
  { pattern: /^namespace\.(\d+)\.new-milestone$/, of: 'namespace', kind: 'New milestone' },
  { pattern: /^milestone\.(\d+)\.description$/, of: 'milestone', kind: 'Milestone' },
  {
    pattern: /^project\.(\d+)\.new-file\.draft-([0-9a-f]{1,64})$/,
    of: 'namespace',
    kind: 'New file',
    path: '/-/new?draft=$2',
  },
  { pattern: /^code\.new-tag\.(\d+)$/, of: 'namespace', kind: 'New tag', path: '/-/tags' },
  { pattern: /^profile\.bio$/, of: 'person', kind: 'Bio', title: 'Your profile', path: '/-/user_settings/profile' },
  { pattern: /^projects\.new\./, of: 'person', kind: 'Description', title: 'New project', path: '/projects/new' },
  { pattern: /^groups\.new\./, of: 'person', kind: 'Description', title: 'New group', path: '/groups/new' },
]

/** What a place's name says. A box that is not known here is the person's own, and has no page to open. */
export function readPlace(place: string): TextPlace {
  for (const { pattern, of, kind, path = '', title = kind } of rules) {
    const match = pattern.exec(place)
    if (match === null) continue
    const id = Number(match[1])
    // A number that no row can have belongs to nothing.
    const owner: PlaceOwner = of === 'person' ? { of } : { of, id: Number.isSafeInteger(id) ? id : 0 }
    return { owner, kind, path: path.replace('$2', match[2] ?? ''), title }
  }
  return { owner: { of: 'person' }, kind: 'Text', path: '', title: '' }
}
