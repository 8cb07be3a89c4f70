import { environmentPath } from '#contract/deploy/environments/environment-paths.ts'
import { flagPath } from '#contract/deploy/feature-flags/flag-paths.ts'
import { newReleasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { issuableKinds } from '#contract/issuable-kinds.ts'
import { type TextBox, textBoxes } from '#contract/text-boxes.ts'

/** The owner of a text box: a row of the database, or the person alone. */
export type PlaceOwner =
  | { readonly of: 'issuable' | 'note' | 'namespace' | 'milestone'; readonly id: number }
  | { readonly of: 'person' }

interface TextPlace {
  readonly owner: PlaceOwner
  /** The name of the box on the page of unsent texts. */
  readonly kind: string
  /** The end of the address, after that of the owner's page, which shows the box. */
  readonly path: string
  /** The title of the page, where no owner gives it one. */
  readonly title: string
}

interface BoxRule {
  /** The name of the box, with a group for the id and perhaps one that goes where the path has `$2`. */
  readonly box: TextBox
  readonly of: PlaceOwner['of']
  readonly kind: string
  readonly path?: string
  readonly title?: string
}

const newIssue = `/-/${issuableKinds.issue.page}/new`

const number = '(\\d+)'
const token = '([0-9a-f]{1,64})'

/** The kinds that have discussions. */
const discussed = `(?:${[...new Set(Object.values(issuableKinds).map(kind => kind.contractType))].join('|')})`

/** A commit: its project, and the beginning of its SHA. */
const commit = '(\\d+)-([0-9a-f]{13})'
const onCommit = { of: 'namespace', path: `/-/${issuableKinds.commit.page}/$2` } as const

const rules: readonly BoxRule[] = [
  { box: textBoxes.issueTitle(number), of: 'issuable', kind: 'Title' },
  { box: textBoxes.issueDescription(number), of: 'issuable', kind: 'Description' },
  { box: textBoxes.comment(discussed, number), of: 'issuable', kind: 'Comment' },
  { box: textBoxes.reply(discussed, number, token), of: 'issuable', kind: 'Reply' },
  { box: textBoxes.draftNote(discussed, number, number), of: 'issuable', kind: 'Pending comment' },
  { box: textBoxes.reviewSummary(discussed, number), of: 'issuable', kind: 'Review summary' },
  { box: textBoxes.comment('Commit', commit), kind: 'Comment', ...onCommit },
  { box: textBoxes.reply('Commit', commit, token), kind: 'Reply', ...onCommit },
  { box: textBoxes.lineComment('Commit', commit, '.+'), kind: 'Comment on lines', ...onCommit },
  { box: textBoxes.draftNote('Commit', commit, number), kind: 'Pending comment', ...onCommit },
  { box: textBoxes.conflicts(number), of: 'issuable', kind: 'Merge commit', path: '/conflicts' },
  { box: textBoxes.mergeCommit(number), of: 'issuable', kind: 'Merge commit message' },
  { box: textBoxes.squashCommit(number), of: 'issuable', kind: 'Squash commit message' },
  { box: textBoxes.editedNote(number), of: 'note', kind: 'Edited comment' },
  { box: textBoxes.suggestionCommit(number, number), of: 'note', kind: 'Commit message of a suggestion' },
  { box: textBoxes.abuseReport('note', number), of: 'note', kind: 'Report about a comment' },
  { box: textBoxes.abuseReport('issue', number), of: 'issuable', kind: 'Report about an issue' },
  { box: textBoxes.abuseReport('profile', number), of: 'person', kind: 'Report about a user' },
  {
    box: textBoxes.newIssue(number, token),
    of: 'namespace',
    kind: 'New issue',
    path: `${newIssue}?draft=$2`,
  },
  {
    box: textBoxes.followUpIssue(number, 'thread', token),
    of: 'namespace',
    kind: 'Follow-up issue',
    path: `${newIssue}?discussion_to_resolve=$2`,
  },
  ...(['issue', 'merge_request'] as const).map(series => ({
    box: textBoxes.followUpIssue(number, series, '(\\d{1,15})'),
    of: 'namespace' as const,
    kind: 'Follow-up issue' as const,
    path: `${newIssue}?${series}_to_resolve_discussions_of=$2`,
  })),
  {
    box: textBoxes.followUpIssue(number, 'error', '(\\d{1,15})'),
    of: 'namespace',
    kind: 'Issue from an error',
    path: '/-/error_tracking/$2/details',
  },
  { box: textBoxes.namespaceDescription('(?:project|group)', number), of: 'namespace', kind: 'Settings' },
  {
    box: textBoxes.newCard(number, number, '[0-9.]+'),
    of: 'namespace',
    kind: 'New issue on a board',
    path: '/-/boards/$2',
  },
  { box: textBoxes.newWorkItem(number), of: 'namespace', kind: 'New work item', path: '/-/work_items/new' },
  { box: textBoxes.newTask(number), of: 'issuable', kind: 'New task' },
  { box: textBoxes.newEpic(number), of: 'namespace', kind: 'New epic', path: `/-/${issuableKinds.epic.page}/new` },
  { box: textBoxes.newMilestone(number), of: 'namespace', kind: 'New milestone' },
  { box: textBoxes.milestoneDescription(number), of: 'milestone', kind: 'Milestone' },
  {
    box: textBoxes.deploymentReview(number, number, number),
    of: 'namespace',
    kind: 'Deployment review',
    path: environmentPath('', '$2').slice(1),
  },
  {
    box: textBoxes.flagRequest(number, number),
    of: 'namespace',
    kind: 'Request to change a feature flag',
    path: flagPath('', '$2').slice(1),
  },
  {
    box: textBoxes.handoverNote(number, number, token),
    of: 'namespace',
    kind: 'Hand-over note',
    path: '/-/oncall_schedules',
  },
  {
    box: textBoxes.flagDecision(number, number, number),
    of: 'namespace',
    kind: 'Decision on a feature flag',
    path: flagPath('', '$2').slice(1),
  },
  { box: textBoxes.newRelease(number), of: 'namespace', kind: 'New release', path: newReleasePath('').slice(1) },
  {
    box: textBoxes.releaseNotes(number, number),
    of: 'namespace',
    kind: 'Release notes',
    path: releasesPath('').slice(1),
  },
  {
    box: textBoxes.newMergeRequest(number),
    of: 'namespace',
    kind: 'New merge request',
    path: `/-/${issuableKinds.merge_request.page}/new`,
  },
  {
    box: textBoxes.newFile(number, token),
    of: 'namespace',
    kind: 'New file',
    path: '/-/new?draft=$2',
  },
  { box: textBoxes.editedFile(number, token), of: 'namespace', kind: 'Edited file', path: '/-/tree' },
  { box: textBoxes.webIde(number, token), of: 'namespace', kind: 'Web IDE', path: '/-/tree' },
  { box: textBoxes.newTag(number), of: 'namespace', kind: 'New tag', path: '/-/tags' },
  { box: textBoxes.bio(), of: 'person', kind: 'Bio', title: 'Your profile', path: '/-/user_settings/profile' },
  {
    box: textBoxes.newNamespace('project'),
    of: 'person',
    kind: 'Description',
    title: 'New project',
    path: '/projects/new',
  },
  { box: textBoxes.newNamespace('group'), of: 'person', kind: 'Description', title: 'New group', path: '/groups/new' },
]

const patterns = rules.map(({ box, ...rule }) => ({ ...rule, pattern: new RegExp(`^${box.replaceAll('.', '\\.')}$`) }))

/** The text box with a name. A box that is not known here is the person's own, and has no page to open. */
export function readPlace(place: string): TextPlace {
  for (const { pattern, of, kind, path = '', title = kind } of patterns) {
    const match = pattern.exec(place)
    if (match === null) continue
    const id = Number(match[1])
    // A number that no row can have belongs to nothing.
    const owner: PlaceOwner = of === 'person' ? { of } : { of, id: Number.isSafeInteger(id) ? id : 0 }
    return { owner, kind, path: path.replace('$2', match[2] ?? ''), title }
  }
  return { owner: { of: 'person' }, kind: 'Text', path: '', title: '' }
}
