import { sql } from 'kysely'
import {
  createGroupUpload,
  createProjectUpload,
  listGroupUploads,
  listProjectUploads,
} from '#contract/foundation/uploads.ts'
import { startBulkEdit } from '#contract/plan/changes/bulk-edits.ts'
import { publishIncident } from '#contract/plan/incidents/publications.ts'
import { createStatusComponent } from '#contract/plan/incidents/status-components.ts'
import { issueDiscussion, issuePlanningEvents } from '#contract/plan/issues/issue-discussion.ts'
import { updateIssueEntity } from '#contract/plan/issues/issue-page-calls.ts'
import { createIssue, updateIssue } from '#contract/plan/issues/issues.ts'
import { createIssueLink } from '#contract/plan/work-items/links.ts'
import { importIssuesCsv } from '#contract/transfer/issue-imports.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'
import { sentFile, sentPicture } from './files.ts'

interface PlannedWith {
  readonly milestoneId: number
  readonly groupMilestoneId: number
  readonly iterationId: number
}

/** An issue with everything: labels, assignees, a link, a contact, notes, a thread, a draft, reactions, a history; and others beside it. */
export async function furnishIssues(built: CodeWorld, planned: PlannedWith, unrelatedId: number) {
  const { as, project } = built
  const root = as('root')
  const issue = await furnishIssue(built, planned)
  const ref = { id: project.id, issueIid: issue.iid }
  const other = await as('dan').call(createIssue, { id: project.id, title: 'Bare' })
  const linked = await as('dan').call(createIssue, { id: project.id, title: 'Linked' })
  const link = await root.call(createIssueLink, { ...ref, targetProjectId: project.id, targetIssueIid: linked.iid })
  await root.call(updateIssue, { id: project.id, issueIid: other.iid, stateEvent: 'close', discussionLocked: true })
  const discussion = await furnishDiscussion(built, issue)
  const incidents = await furnishIncidents(built)
  const customers = await furnishContact(built, issue.id)
  const changes = await furnishChanges(built)
  const uploads = await furnishUploads(built)

  const fit: FurnishedArea['fit'] = (place, wanted) => {
    const { name, path } = wanted
    discussion.fit(place, wanted)
    uploads.fit(place, wanted)
    if (path.startsWith('/issues/:id')) place.id = issue.id
    if (name === 'undoEvent') place.eventId = changes.eventId
    if (path.includes('/publication')) {
      place.issueIid = name === 'publishIncident' ? incidents.unpublished : incidents.published
      Object.assign(place, { status: 'monitoring', message: 'Soon', updateId: incidents.updateId })
    }
    if (path.includes('/status_page')) Object.assign(place, incidents.ofPage)
    if (name === 'setStatusHost') place.host = 'status.reader.test'
    if (name === 'subscribeToStatus') place.email = 'reader@far.test'
    if (name === 'publishIncident' || name === 'postPublicUpdate')
      place.components = [{ componentId: incidents.componentId, impact: 'degraded' }]
    if (name === 'reorderIssue' || name === 'reorderIssueOnPage') place.moveAfterId = other.id
    if (/^(move|clone)Issue/.test(name))
      Object.assign(place, { toProjectId: unrelatedId, moveToProjectId: unrelatedId })
  }
  const everywhere = {
    iid: issue.iid,
    issueIid: issue.iid,
    targetType: 'issue',
    targetId: issue.id,
    issuableType: 'issue',
    issuableId: issue.id,
    ...discussion.everywhere,
    ...customers,
    changeSetId: changes.changeSetId,
    linkId: link.id,
    issueLinkId: link.id,
    targetProjectId: project.id,
    targetIssueIid: other.iid,
    issuableReferences: [`#${other.iid}`],
    ...uploads.everywhere,
    update: { issuableIds: String(issue.id), stateEvent: 'close' },
    duration: '1h',
  }
  const { note, thread, discussionNote } = discussion
  return { issue, note, thread, discussionNote, everywhere, fit }
}

async function furnishIssue({ as, project, users }: CodeWorld, planned: PlannedWith) {
  const root = as('root')
  const { milestoneId, groupMilestoneId, iterationId } = planned
  const issue = await root.call(createIssue, {
    id: project.id,
    title: 'Threads break',
    description: 'See @rita\n\n- [ ] one\n- [x] two',
    labels: ['blocker', 'everywhere'],
    milestoneId,
    assigneeIds: [users.rita.id, users.root.id],
    dueDate: '2026-04-01',
    startDate: '2026-03-02',
    weight: 3,
  })
  const ref = { id: project.id, issueIid: issue.iid }
  await root.call(updateIssue, {
    ...ref,
    weight: 5,
    removeLabels: ['everywhere'],
    milestoneId: groupMilestoneId,
    stateEvent: 'close',
  })
  await root.call(updateIssue, { ...ref, stateEvent: 'reopen', milestoneId, title: 'Threads break often' })
  await root.call(updateIssueEntity, { namespace: project.fullPath, iid: issue.iid, issue: { iterationId } })
  return issue
}

async function furnishDiscussion({ as, project }: CodeWorld, issue: { readonly id: number; readonly iid: number }) {
  const root = as('root')
  const ref = { id: project.id, issueIid: issue.iid }
  const note = await as('rita').call(issueDiscussion.createNote, { ...ref, body: 'I saw it @dan, like #2' })
  await root.call(issueDiscussion.createNote, { ...ref, body: 'Among us', internal: true })
  const thread = await as('rita').call(issueDiscussion.createDiscussion, { ...ref, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const first = thread.notes[0]?.id ?? 0
  await root.call(issueDiscussion.replyToDiscussion, { ...ref, discussionId: thread.id, body: 'Because' })
  await root.call(issueDiscussion.updateDiscussionNote, {
    ...ref,
    discussionId: thread.id,
    noteId: first,
    resolved: true,
  })
  const draft = await root.call(issueDiscussion.createDraftNote, {
    ...ref,
    note: 'Later',
    inReplyToDiscussionId: thread.id,
  })
  const award = await root.call(issueDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(issueDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  const discussions = await root.call(issueDiscussion.listDiscussions, ref)
  const events = {
    resource_label_events: (await root.call(issueDiscussion.listLabelEvents, ref))[0]?.id,
    resource_milestone_events: (await root.call(issueDiscussion.listMilestoneEvents, ref))[0]?.id,
    resource_state_events: (await root.call(issueDiscussion.listStateEvents, ref))[0]?.id,
    resource_weight_events: (await root.call(issuePlanningEvents.listWeightEvents, ref))[0]?.id,
    resource_iteration_events: (await root.call(issuePlanningEvents.listIterationEvents, ref))[0]?.id,
  }

  const fit: FurnishedArea['fit'] = (place, { name, path }) => {
    place.awardId = path.includes('/notes/') ? noteAward.id : award.id
    place.eventId = Object.entries(events).find(([kind]) => path.includes(kind))?.[1]
    if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = first
    if (/Note(Resolve)?$/.test(name) && /resolve/i.test(name)) place.noteId = first
    if (/DraftNote$/.test(name)) place.note = 'Some text'
    if (name === 'createPageNote') place.targetId = issue.id
  }
  const everywhere = {
    noteId: note.id,
    discussionId: thread.id,
    draftNoteId: draft.id,
    draftId: draft.id,
    draftNote: { note: 'Some text' },
    note: { note: 'Some text' },
    resolved: true,
  }
  const discussionNote = discussions.flatMap(each => each.notes).find(each => !each.system)
  return { note, thread, discussionNote, everywhere, fit }
}

/** An incident on the status page, with a comment there, and one that is not. */
async function furnishIncidents({ as, db, project }: CodeWorld) {
  const root = as('root')
  const [published, unpublished] = [
    await root.call(createIssue, { id: project.id, title: 'Looms stand still', issueType: 'incident' }),
    await root.call(createIssue, { id: project.id, title: 'Looms are slow', issueType: 'incident' }),
  ]
  const ref = { id: project.id, issueIid: published.iid }
  const component = await root.call(createStatusComponent, { id: project.id, name: 'Looms', heading: 'Hall' })
  const publication = await root.call(publishIncident, {
    ...ref,
    title: 'Looms stand still',
    message: 'We look into it',
    components: [{ componentId: component.id, impact: 'major_outage' }],
  })
  const news = await root.call(issueDiscussion.createNote, { ...ref, body: 'It is fixed' })
  if ('id' in news) await root.call(issueDiscussion.createNoteAward, { ...ref, noteId: news.id, name: 'microphone' })
  const { id: subscriberId } = await db
    .insertInto('statusSubscribers')
    .values({ namespaceId: project.id, email: 'far@reader.test', createdAt: new Date(), confirmedAt: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ofPage = { componentId: component.id, subscriberId }
  const ids = { ofPage, componentId: component.id, updateId: publication.updates[0]?.id ?? 0 }
  return { published: published.iid, unpublished: unpublished.iid, ...ids }
}

/** A contact of an organization, linked to an issue. */
async function furnishContact({ db, group, project }: CodeWorld, issuableId: number) {
  const inGroup = { namespaceId: group.id }
  const organization = await db
    .insertInto('organizations')
    .values({ ...inGroup, name: 'Weavers', description: 'Of wool', defaultRate: 92.5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contact = await db
    .insertInto('contacts')
    .values({
      ...{ ...inGroup, organizationId: organization.id, firstName: 'Ann', lastName: 'Thread' },
      ...{ email: 'ann@weavers.example', phone: '+33 1 23', description: 'Buys looms' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('issuableContacts')
    .values({ issuableId, contactId: contact.id, namespaceId: project.id })
    .execute()
  return { contactId: contact.id, organizationId: organization.id }
}

/** A bulk edit, and a change of one issue that can be undone. */
async function furnishChanges({ as, db, project, users }: CodeWorld) {
  const bulkEdit = await as('root').call(startBulkEdit, {
    namespace: project.fullPath,
    filter: {},
    update: { healthStatus: 'on_track' },
  })
  const ownChange = await db
    .selectFrom('events')
    .select('id')
    .where('name', '=', 'issuable.changed')
    .where('actorId', '=', users.root.id)
    .where(sql<boolean>`payload->>'changeSetId' is null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { changeSetId: bulkEdit.id, eventId: ownChange.id }
}

/** A file of a description, pictures, and a file of issues to import. */
async function furnishUploads({ as, group, project }: CodeWorld) {
  const root = as('root')
  const file = await sentFile('loom.txt', 'text/plain', 'a loom')
  const avatar = await sentPicture()
  const upload = await root.call(createProjectUpload, { id: project.id, file })
  const listed = await root.call(listProjectUploads, { id: project.id })
  const [, , secret = ''] = upload.url.split('/')
  const ofGroup = await root.call(createGroupUpload, {
    id: group.id,
    file: await sentFile('loom.txt', 'text/plain', 'a loom'),
  })
  const [groupUpload] = await root.call(listGroupUploads, { id: group.id })
  const issuesFile = await sentFile('issues.csv', 'text/csv', 'title,description\nA title,\n')
  const issueImport = await root.call(importIssuesCsv, { namespace: project.fullPath, file: issuesFile, dryRun: true })

  const fit: FurnishedArea['fit'] = (place, { name, path, isGroup }) => {
    if (/[iI]ssueImport|importIssues/.test(name))
      Object.assign(place, { id: issueImport.id, file: issuesFile, dryRun: true })
    if (path.startsWith('/groups/:id/uploads'))
      Object.assign(place, { uploadId: groupUpload?.id, secret: ofGroup.url.split('/')[2] })
    if (/\/(project|group)\/:id\/uploads/.test(path)) place.id = (isGroup ? group : project).id
  }
  const everywhere = { secret, filename: 'loom.txt', uploadId: listed[0]?.id, file, avatar }
  return { everywhere, fit }
}
