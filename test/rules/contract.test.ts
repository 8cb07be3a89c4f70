import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { expect, test } from 'vitest'
import { snakeCase } from '#server/platform/text/case.ts'
import { slices } from '#server/slices.ts'
import { furnishedWorld } from '#test/world/furnished.ts'
import { groupsOf } from './groups.ts'

const answers = slices.flatMap(slice => slice.answers ?? [])
const operations = answers.map(each => each.operation)
/** The operations that no access token may call. */
const bySession = new Set(answers.filter(each => each.bySession === true).map(each => each.operation))
/** Operations that cannot succeed by one call: each has a test of its own beside its slice. */
const notByOneCall = new Set<string>([
  // There is nothing to pay: always 404.
  'getPaymentForm',
  'getPaymentMethod',
  'confirmOrder',
  // Their inputs are mails and passwords.
  'signIn',
  'signInWithLdap',
  'changePassword',
  // The world has no LDAP directory.
  'listLdapGroups',
  'listLdapGroupsOfProvider',
  'findLdapGroups',
  'createLdapGroupLink',
  'syncLdapGroup',
  'resetPassword',
  'confirmEmail',
  'makeEmailPrimary',
  'unsubscribeByMail',
  'unsubscribeAtOnce',
  'askToConfirmAddress',
  'confirmAddress',
  'declineAddress',
  'askToAcknowledge',
  'acknowledgeByMail',
  'askToResolve',
  'resolveByMail',
  // A replica sends its key and a body of the program; getStoredFile needs an upload.
  'reportReplica',
  'getRepositoryChecksums',
  'getRepositoryRefs',
  'getRepositoryPack',
  'getStoredFile',
  // The input is a task, of which the world has none.
  'addIssueChildren',
  // The objects that they need come only from another call: a session, a picture, a finished to-do, an upload of a
  // group, a submodule, an unsent text, a template, a changed description, a deleted project.
  'endSession',
  'createPersonalAccessToken',
  'getAvatarFile',
  'showTopicAvatar',
  'showProjectAvatar',
  'getProjectAvatar',
  'getGroupAvatar',
  'showGroupAvatar',
  'showGroupUpload',
  'restoreTodo',
  'restoreProject',
  'restoreGroup',
  'updateSubmodule',
  'getUnsentText',
  'getPageTemplate',
  'getDescriptionVersion',
  'getDescriptionDiff',
  'deleteDescriptionVersion',
  'getMergeRequestDescriptionVersion',
  'getMergeRequestDescriptionDiff',
  'deleteMergeRequestDescriptionVersion',
  'getAlertDescriptionVersion',
  'getAlertDescriptionDiff',
  'deleteAlertDescriptionVersion',
  'getEpicDescriptionVersion',
  'getEpicDescriptionDiff',
  'deleteEpicDescriptionVersion',
  // An earlier call has merged the merge request.
  'rebaseMergeRequest',
  'getMergeRef',
  // No call has merged the merge request.
  'pickMergeRequest',
  // No mails are taken in.
  'issueMailAddress',
  'resetIssueMailAddress',
  // They need a Jira site, and a file exported from one.
  'importJiraCsv',
  'importFromJira',
  'mapImportedPeople',
  // A provider outside sends the code.
  'setPagingPhone',
  'confirmPagingPhone',
  'testPhoneProvider',
  // Without a dry run it redirects to a page.
  'importIssuesCsv',
  // The branches have no conflicts.
  'getConflicts',
  'getConflictContent',
  'resolveConflicts',
  // An earlier call has applied the suggestion, and the branch stays as it left it.
  'applySuggestions',
  // Root has not approved it, and is no bot.
  'unapproveMergeRequest',
  'resetApprovals',
  // No project has a pipeline definition.
  'createMergeRequestPipeline',
  // A member cannot request access, and root is a member of everything.
  'requestProjectAccess',
  'requestGroupAccess',
  // There are no pipelines, and no variables for them.
  'getInstanceVariable',
  // No signature is verified yet.
  'getCommitSignature',
  'getTagSignature',
  // The issue is root's own.
  'submitIssueAsSpam',
  // It needs the answer to a puzzle.
  'createServiceDeskRequest',
  // Nothing has iterations yet.
  'getIterationEvent',
])

/** The inputs that the world's sample lacks, by operation. */
const further: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  createUser: { password: 'a long enough word' },
  snoozeTodo: { until: new Date(Date.now() + 86_400_000).toISOString() },
  keepUnsentText: { device: 'a-device', place: 'issue-1-comment' },
  forgetUnsentText: { device: 'a-device', place: 'issue-1-comment' },
  updateDiffPreferences: { viewDiffsFileByFile: true },
  createLimitedPersonalAccessToken: { scopes: ['self_rotate'] },
  deleteLdapGroupLink: { cn: 'weavers' },
  updateApplicationSettings: { signupEnabled: true },
  pollNotes: { lastFetchedAt: 0 },
  createPageDraft: { draftNote: { note: 'Later' } },
  updateMergeRequest: { title: 'Another title' },
  deleteMergeRequestEntity: { destroyConfirm: true },
  deleteGroupEpicEntity: { destroyConfirm: true },
  updateMergeRequestDraftNote: { note: 'Changed' },
  editMergeRequestDraftNote: { note: 'Changed' },
  editIssueDraftNote: { note: 'Changed' },
  updateMergeRequestDiscussionNote: { body: 'Changed' },
  updateCommitDiscussionNote: { body: 'Changed' },
  createCommitPageDraft: { draftNote: { note: 'Some text' } },
  createCommitComment: { note: 'Some text' },
  createMergeRequestPageDraft: { draftNote: { note: 'Later' } },
  updateIssueDraftNote: { note: 'Changed' },
  updateIssueDiscussionNote: { body: 'Changed' },
  createMaintenanceWindow: { startsAt: '2026-03-01T10:00:00.000Z', endsAt: '2026-03-01T12:00:00.000Z' },
  requestFlagChange: { isDeletion: true },
  updateRelease: { description: 'Changed' },
  updateAlertDiscussionNote: { body: 'Changed' },
  updateAlertDraftNote: { note: 'Changed' },
  editAlertDraftNote: { note: 'Changed' },
  createAlertPageDraft: { draftNote: { note: 'Later' } },
  updateEpicDiscussionNote: { body: 'Changed' },
  updateEpicDraftNote: { note: 'Changed' },
  editEpicDraftNote: { note: 'Changed' },
  createEpicPageDraft: { draftNote: { note: 'Later' } },
  addGroupEpicChildren: { references: ['&2'] },
  updateEpic: { title: 'Changed', labels: ['everywhere'], color: '#123456' },
  updateIssue: { title: 'Changed', labels: ['blocker'], assigneeIds: [] },
  updateProjectMember: { accessLevel: 30 },
  updateGroupMember: { accessLevel: 30 },
  updateProjectLabel: { newName: 'changed', priority: 3 },
  updateGroupLabel: { newName: 'changed' },
  deleteIssueEntity: { destroyConfirm: true },
  updateIssueEntity: { issue: { title: 'Changed' } },
  // The last commit there, whatever other calls have put on it.
  revertCommit: { branch: 'scratch', sha: 'scratch' },
  previewOnCallCalendar: { content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
  createOnCallCalendar: { content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR' },
  createCommit: { branch: 'scratch', actions: [{ action: 'create', filePath: 'one.txt', content: 'one' }] },
}

test.each(groupsOf(operations).map(group => [`${group[0]?.name} to ${group.at(-1)?.name}`, group] as const))(
  'PLATFORM-011 every answer is what its operation promises, no more and no less: %s',
  async (_name, group) => {
    const { as, db, inputFor, tokenId, bots } = await furnishedWorld()
    const root = { byToken: as('root', { tokenId }), bySession: as('root') }
    const wrong: string[] = []
    for (const operation of group) {
      await sql`savepoint trial`.execute(db)
      try {
        const bot = bots[operation.name]
        const byRoot = bySession.has(operation) ? root.bySession : root.byToken
        const caller = bot === undefined ? byRoot : as(bot.userId, { tokenId: bot.tokenId })
        const reply = await caller.reply(operation, { ...inputFor(operation), ...further[operation.name] })
        const { status, body } = reply
        if (status !== operation.status && !(status === 304 && reply.body === null)) {
          if (!notByOneCall.has(operation.name)) wrong.push(`${operation.name}: ${status} ${JSON.stringify(body)}`)
        } else if (
          status === operation.status &&
          status !== 204 &&
          reply.headers['content-type'] === 'application/json'
        ) {
          wrong.push(...problemsOf(operation.reply as Schema, body, operation.name))
        }
      } catch (error) {
        wrong.push(`${operation.name}: ${String(error)}`)
      }
      await sql`rollback to savepoint trial`.execute(db)
      await sql`release savepoint trial`.execute(db)
    }
    expect(wrong).toEqual([])
  },
  120_000,
)

type Schema = TSchema & {
  readonly type?: string | readonly string[]
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly format?: string
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly anyOf?: readonly Schema[]
}

/** The places where a value from the wire does not fit its schema; names that the schema lacks count. */
function problemsOf(schema: Schema, value: unknown, at: string): readonly string[] {
  const isWrong = (wanted: string) => [`${at}: ${JSON.stringify(value)?.slice(0, 80)} is not ${wanted}`]
  if (schema.anyOf !== undefined) {
    const tries = schema.anyOf.map(each => problemsOf(each, value, at))
    if (tries.some(each => each.length === 0)) return []
    // The shape whose names are all there tells most.
    const close = schema.anyOf.findIndex(
      each => each.properties !== undefined && (each.required ?? []).every(name => snakeCase(name) in Object(value)),
    )
    return tries[Math.max(0, close)] ?? isWrong('of the union')
  }
  if (schema.const !== undefined) return value === schema.const ? [] : isWrong(String(schema.const))
  if (Array.isArray(schema.type)) return ['number', 'string'].includes(typeof value) ? [] : isWrong('a number or text')
  switch (schema.type) {
    case 'object': {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return isWrong('an object')
      const entries = Object.entries(value)
      if (schema.properties === undefined) {
        const { additionalProperties: values } = schema
        return typeof values === 'object'
          ? entries.flatMap(([key, each]) => problemsOf(values, each, `${at}.${key}`))
          : []
      }
      const known = new Map(Object.entries(schema.properties).map(([name, each]) => [snakeCase(name), each]))
      const missing = (schema.required ?? []).map(snakeCase).filter(name => !(name in value))
      return [
        ...missing.map(name => `${at}.${name} is missing`),
        ...entries.flatMap(([key, each]) => {
          const field = known.get(key)
          return field === undefined ? [`${at}.${key} is not declared`] : problemsOf(field, each, `${at}.${key}`)
        }),
      ]
    }
    case 'array': {
      const { items } = schema
      if (!Array.isArray(value)) return isWrong('a list')
      return items === undefined ? [] : value.flatMap((each, index) => problemsOf(items, each, `${at}[${index}]`))
    }
    case 'string':
      if (typeof value !== 'string') return isWrong('a text')
      if (schema.enum !== undefined && !schema.enum.includes(value)) return isWrong(schema.enum.join(' or '))
      if (schema.format === 'date-time' && !moment.test(value)) return isWrong('a moment')
      if (schema.format === 'date' && !/^\d{4}-\d\d-\d\d$/.test(value)) return isWrong('a day')
      return []
    case 'integer':
      return Number.isInteger(value) ? [] : isWrong('a whole number')
    case 'number':
      return typeof value === 'number' ? [] : isWrong('a number')
    case 'boolean':
      return typeof value === 'boolean' ? [] : isWrong('true or false')
    case 'null':
      return value === null ? [] : isWrong('null')
    default:
      return []
  }
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d\d:\d\d)$/
