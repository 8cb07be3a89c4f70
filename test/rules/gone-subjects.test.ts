import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deliverEvent } from '#server/deliver.ts'
import type { EventName, EventPayloads } from '#server/platform/events/events.ts'
import { slices } from '#server/slices.ts'
import { furnishedWorld } from '#test/world/furnished.ts'

/** The events that jobs follow. */
const followed = new Set<EventName>(
  slices.flatMap(({ followers = [] }) => followers.flatMap(each => (each.when === 'now' ? [] : [each.event]))),
)

/** The id of nothing. */
const gone = 999_999_999
const goneFile = `${'0'.repeat(64)}-${'0'.repeat(16)}`
const nobody = { userIds: [gone], groupIds: [gone], directUserIds: [gone], directGroupIds: [gone], all: true }
const ofMergeRequest = { issuableId: gone }
const version = { ...ofMergeRequest, versionId: gone }
const page = { ruleId: gone, userId: gone, status: 'RESOLVED', elapsedMinutes: 0 } as const

const at = '2026-01-01T00:00:00Z'
const formerRelease = { name: 'Gone', description: '', sha: 'a'.repeat(40), createdAt: at, releasedAt: at, links: [] }

/** Events that the furnished world has none of, about something that is gone. */
const otherEvents = {
  'change_set.started': { changeSetId: gone },
  'alert.more_follow': { incidentId: gone, to: 'RESOLVED', verb: 'closing' },
  'error.occurred': { errorIds: [gone] },
  'error.status_changed': { errorId: gone, from: 'unresolved', to: 'resolved' },
  'deployment.compared': { deploymentId: gone },
  'issue.commit_mentioned': { issueId: gone, commitId: 'a'.repeat(40), projectId: gone },
  'escalation.due': { issueId: gone },
  'escalation.paged': { issueId: gone, pages: [page] },
  'escalation.reminded': { issueId: gone, userId: gone, minutes: 30 },
  'issue.moved': { issueId: gone, toId: gone },
  'issue.promoted': { issueId: gone, toId: gone },
  'issue_import.due': { importId: gone },
  'jira_import.fetch_due': { importId: gone },
  'label.merge_started': { labelId: gone, intoId: gone, placeId: gone, placeKind: 'project' },
  'ldap_sync.requested': { groupId: gone },
  'list_export.requested': { exportId: gone },
  'merge_request.approvals_reset': { ...ofMergeRequest, userIds: [gone] },
  'merge_request.approved': { ...ofMergeRequest, isOfReview: false },
  'merge_request.changes_cleared': ofMergeRequest,
  'merge_request.merged': { ...ofMergeRequest, commitId: 'a'.repeat(40) },
  'merge_request.pushed': {
    ...version,
    before: 'b'.repeat(40),
    after: 'a'.repeat(40),
    commitCount: 1,
    isForced: false,
  },
  'merge_request.rebase_scheduled': ofMergeRequest,
  'merge_request.recompared': version,
  'merge_request.retargeted': { ...ofMergeRequest, from: 'main', to: 'work' },
  'merge_request.review_requested': { ...ofMergeRequest, userId: gone },
  'merge_request.reviewed': { ...ofMergeRequest, state: 'reviewed', isOfReview: false },
  'merge_request.unapproved': ofMergeRequest,
  'milestone.activated': { milestoneId: gone },
  'milestone.closed': { milestoneId: gone },
  'milestone.deleted': { milestoneId: gone, title: 'Gone', was: { id: gone, title: 'Gone' } },
  'namespace.deleted': { namespaceId: gone, projectIds: [gone], storageKeys: [goneFile] },
  'namespace.deletion_started': { namespaceId: gone },
  'note.edited': { noteId: gone, issuableId: gone, internal: false },
  'paging.tested': { userId: gone },
  'password.forgotten': { userId: gone, isUrgent: true },
  'project.moved': { projectId: gone, from: 'weft/a', to: 'weft/b' },
  'reaction.removed': {
    ...{ issuableId: gone, noteId: gone, name: 'heart' },
    award: { id: gone, userId: gone, createdAt: at },
  },
  'release.deleted': { releaseId: gone, tag: 'v1.0.0', was: formerRelease },
  'release.updated': { releaseId: gone, tag: 'v1.0.0' },
  'review.published': {
    ...ofMergeRequest,
    verdict: 'approved',
    notes: [{ noteId: gone, internal: false, mentioned: nobody }],
  },
  'upload.deleted': { uploadId: gone, storageKey: goneFile },
  'user.approval_requested': { userId: gone },
  'user.approved': { userId: gone },
  'user.avatar_dropped': { storageKey: goneFile },
  'user.deletion_started': { userId: gone, writings: 'keep' },
  'webhook.queued': { deliveryId: gone },
} satisfies Partial<EventPayloads>

test('a job about something that has been deleted since, with its project or its actor, ends without a failure', async () => {
  const { db, services, users, project } = await furnishedWorld()
  for (const [name, payload] of Object.entries(otherEvents))
    await sql`insert into events (namespace_id, sequence, name, actor_id, payload, topics, created_at)
      values (${project.id}, -(select count(*) from events), ${name}, ${users.root.id}, ${JSON.stringify(payload)}::jsonb, '{}', now())`.execute(
      db,
    )
  const { rows } = await sql<{ id: number; name: EventName }>`
    select distinct on (name) id, name from events where name = any (${[...followed]}::text[]) order by name, id desc`.execute(
    db,
  )
  expect(rows.map(row => row.name).toSorted()).toEqual([...followed].toSorted())

  // The rows of epics go first: in the transaction of the test, counting what is in them would restore the foreign key of a deleted epic.
  const withoutEpics = (deletion: string) => sql.raw(`with gone as (delete from epics) ${deletion}`).execute(db)
  const deletions: Readonly<Record<string, () => Promise<unknown>>> = {
    item: () => withoutEpics('delete from issuables'),
    project: () => withoutEpics("delete from namespaces where kind <> 'user'"),
    actor: () => sql`update events set actor_id = ${gone}`.execute(db),
  }
  const failures: string[] = []
  for (const [what, deleteIt] of Object.entries(deletions)) {
    await sql`savepoint whole`.execute(db)
    await deleteIt()
    for (const { id, name } of rows) {
      await sql`savepoint one`.execute(db)
      await deliverEvent(db, services, id).catch(error => failures.push(`${name} without its ${what}: ${error}`))
      await sql`rollback to savepoint one`.execute(db)
    }
    await sql`rollback to savepoint whole`.execute(db)
  }
  expect(failures).toEqual([])
})
