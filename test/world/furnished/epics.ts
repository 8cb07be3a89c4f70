import { epicDiscussion } from '#contract/plan/epics/epic-discussion.ts'
import { createRelatedEpic } from '#contract/plan/epics/epic-links.ts'
import { createEpic, updateEpic } from '#contract/plan/epics/epics.ts'
import { createIssue } from '#contract/plan/issues/issues.ts'
import type { CodeWorld, FurnishedArea } from './area.ts'

/** An epic with two issues and two child epics, labels, dates, a note, a thread, a draft, reactions and a history. */
export async function furnishEpics({ as, project, group, db }: CodeWorld, milestoneId: number) {
  const root = as('root')
  const made = await root.call(createEpic, {
    id: group.id,
    title: 'Weave faster',
    description: 'For @rita',
    labels: ['everywhere'],
    dueDateFixed: '2026-12-24',
  })
  const ref = { id: group.id, epicIid: made.iid }
  const issues = []
  const children = []
  for (const title of ['First', 'Second', 'Outside']) {
    const parent = title === 'Outside' ? {} : { epicId: made.id }
    issues.push(await root.call(createIssue, { id: project.id, title, ...parent }))
    children.push(
      await root.call(createEpic, { id: group.id, title, ...(title === 'Outside' ? {} : { parentId: made.id }) }),
    )
  }
  const [issueId = 0, otherIssueId = 0, looseIssueId = 0] = issues.map(each => each.id)
  const [childId = 0, otherChildId = 0, looseChildId = 0] = children.map(each => each.id)
  const linked = await root.call(createRelatedEpic, {
    ...ref,
    targetGroupId: group.id,
    targetEpicIid: children[0]?.iid ?? 0,
  })
  await root.call(updateEpic, { ...ref, stateEvent: 'close' })
  await root.call(updateEpic, { ...ref, stateEvent: 'reopen' })
  const at = { id: group.id, epicId: made.id }
  const note = await as('rita').call(epicDiscussion.createNote, { ...at, body: 'I read it @dan' })
  const thread = await as('rita').call(epicDiscussion.createDiscussion, { ...at, body: 'Why?' })
  if (!('id' in note) || !('notes' in thread)) throw new Error('nothing was written')
  const draft = await root.call(epicDiscussion.createDraftNote, { ...at, note: 'Later' })
  const award = await root.call(epicDiscussion.createAward, { ...ref, name: 'thumbsup' })
  const noteAward = await root.call(epicDiscussion.createNoteAward, { ...ref, noteId: note.id, name: 'tada' })
  // Epics have no milestones, but a history that could tell of them.
  await db
    .insertInto('notes')
    .values({
      namespaceId: group.id,
      issuableId: made.id,
      discussionId: 'e'.repeat(40),
      authorId: root.ctx.actor.kind === 'user' ? root.ctx.actor.id : 0,
      body: 'changed milestone to %Year',
      bodyHtml: 'changed milestone to %Year',
      system: true,
      systemAction: 'milestone',
      systemDetails: JSON.stringify({ from: null, to: milestoneId }),
    })
    .execute()
  const ofEpic = {
    iid: made.iid,
    epicIid: made.iid,
    epicId: made.id,
    targetType: 'epic',
    targetId: made.id,
    issueId,
    epicIssueId: issueId,
    childEpicId: childId,
    relatedEpicLinkId: linked.id,
    targetGroupId: group.id,
    targetEpicIid: children[2]?.iid,
    noteId: note.id,
    discussionId: thread.id,
    draftNoteId: draft.id,
    draftId: draft.id,
  }
  const outside = { issueId: looseIssueId, childEpicId: looseChildId }
  const events = {
    resource_label_events: (await root.call(epicDiscussion.listLabelEvents, at))[0]?.id,
    resource_milestone_events: (await root.call(epicDiscussion.listMilestoneEvents, at))[0]?.id,
    resource_state_events: (await root.call(epicDiscussion.listStateEvents, at))[0]?.id,
  }

  const fit: FurnishedArea['fit'] = (place, { name, path }) => {
    if (!/\/epics(\/|$)|group_epic/.test(path)) return
    Object.assign(place, ofEpic)
    place.awardId = path.includes('/notes/') ? noteAward.id : award.id
    place.eventId = Object.entries(events).find(([kind]) => path.includes(kind))?.[1]
    if (path.includes('discussions/:discussionId/notes/:noteId')) place.noteId = thread.notes[0]?.id
    if (/^add(Epic|Child)/.test(name)) Object.assign(place, outside)
    if (name === 'reorderEpicIssue') place.moveAfterId = otherIssueId
    if (name === 'reorderChildEpic') place.moveAfterId = otherChildId
  }
  return { fit }
}
