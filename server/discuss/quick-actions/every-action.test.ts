import { expect, test } from 'vitest'
import { completeCommands } from '#contract/discuss/completion.ts'
import { createPageNote } from '#contract/discuss/discussion-page.ts'
import { previewMarkdown } from '#contract/discuss/markdown.ts'
import { issueDiscussion } from '#contract/plan/issues/issue-discussion.ts'
import { createIssue, getIssue } from '#contract/plan/issues/issues.ts'
import { createProjectLabel } from '#contract/plan/labels/labels.ts'
import { createProjectMilestone } from '#contract/plan/timeboxes/milestones.ts'
import { world } from '#test/world/world.ts'

async function scene() {
  const { as, build, project } = await world()
  const id = project.id
  for (const name of ['bug', 'two words', 'size::s', 'size::l', 'None'])
    await as('rita').call(createProjectLabel, { id, name, color: '#112233' })
  await as('rita').call(createProjectMilestone, { id, title: 'v 1.0' })
  const other = await as('rita').call(createIssue, { id, title: 'Other', labels: ['bug'] })
  const issue = await as('rita').call(createIssue, { id, title: 'Loose thread' })
  const target = { namespace: project.fullPath, targetType: 'issue', targetId: issue.id }
  return {
    as,
    build,
    other,
    issue,
    say: (text: string, who: 'rita' | 'gus' | 'dan' = 'rita') =>
      as(who).call(createPageNote, { ...target, note: { note: text } }),
    answerTo: (text: string, who: 'rita' | 'gus' = 'rita') =>
      as(who).reply(createPageNote, { ...target, note: { note: text } }),
    preview: async (text: string) =>
      (
        await as('rita').call(previewMarkdown, {
          namespace: project.fullPath,
          text,
          targetType: 'Issue',
          targetId: issue.iid,
        })
      ).references.commands
        .replace(/<\/p>$/, '')
        .split('</p>')
        .map(line => line.replace('<p>', '').replaceAll('&quot;', '"')),
    now: () => as('rita').call(getIssue, { id, issueIid: issue.iid }),
    offered: async (who: 'rita' | 'gus' = 'rita') =>
      (await as(who).call(completeCommands, { namespace: project.fullPath, type: 'Issue', typeId: issue.iid })).map(
        each => each.name,
      ),
    notes: () =>
      as('rita').call(issueDiscussion.listNotes, { id, issueIid: issue.iid, activityFilter: 'only_comments' }),
  }
}

test.each<[string, string, string, object]>([
  ['/assign @dan', 'Assigns @dan.', 'Assigned @dan.', { assignees: [{ username: 'dan' }] }],
  ['/assign me', 'Assigns @rita.', 'Assigned @rita.', { assignees: [{ username: 'rita' }] }],
  ['/reassign @dan @gus', 'Changes assignees to @dan, @gus.', 'Changed assignees to @dan, @gus.', {}],
  ['/unassign', 'Removes all assignees.', 'Removed all assignees.', { assignees: [] }],
  ['/remove_assignee @dan', 'Removes assignee @dan.', 'Removed assignee @dan.', { assignees: [] }],
  [
    '/label ~bug ~"two words"',
    'Adds ~bug ~"two words" labels.',
    'Added ~bug ~"two words" labels.',
    { labels: ['bug', 'two words'] },
  ],
  ['/label ~None', 'Adds ~None label.', 'Added ~None label.', { labels: ['None'] }],
  ['/labels bug', 'Adds ~bug label.', 'Added ~bug label.', { labels: ['bug'] }],
  [
    '/label ~size::s ~size::l',
    'Adds ~size::s ~size::l labels.',
    'Added ~size::s ~size::l labels.',
    { labels: ['size::l'] },
  ],
  ['/unlabel ~bug', 'Removes ~bug label.', 'Removed ~bug label.', { labels: [] }],
  ['/remove_label', 'Removes all labels.', 'Removed all labels.', { labels: [] }],
  [
    '/relabel ~bug',
    'Replaces all labels with ~bug label.',
    'Replaced all labels with ~bug label.',
    { labels: ['bug'] },
  ],
  [
    '/milestone %"v 1.0"',
    'Sets the milestone to %"v 1.0".',
    'Set the milestone to %"v 1.0".',
    { milestone: { title: 'v 1.0' } },
  ],
  ['/remove_milestone', 'Removes the milestone.', 'Removed the milestone.', { milestone: null }],
  ['/close', 'Closes this issue.', 'Closed this issue.', { state: 'closed' }],
  [
    '/title Tight thread',
    'Changes the title to "Tight thread".',
    'Changed the title to "Tight thread".',
    { title: 'Tight thread' },
  ],
  [
    '/due 2031-01-02',
    'Sets the due date to 2 Jan, 2031.',
    'Set the due date to 2 Jan, 2031.',
    { dueDate: '2031-01-02' },
  ],
  ['/remove_due_date', 'Removes the due date.', 'Removed the due date.', { dueDate: null }],
  ['/weight 3', 'Sets weight to 3.', 'Set weight to 3.', { weight: 3 }],
  ['/clear_weight', 'Clears weight.', 'Cleared weight.', { weight: null }],
  [
    '/health_status at risk',
    'Sets the health status to At risk.',
    'Set the health status to At risk.',
    { healthStatus: 'at_risk' },
  ],
  ['/clear_health_status', 'Clears the health status.', 'Cleared the health status.', { healthStatus: null }],
  ['/confidential', 'Makes this issue confidential.', 'Made this issue confidential.', { confidential: true }],
  ['/lock', 'Locks the discussion.', 'Locked the discussion.', { discussionLocked: true }],
  ['/unsubscribe', 'Unsubscribes from notifications.', 'Unsubscribed from notifications.', { subscribed: false }],
  ['/todo', 'Adds a to-do item.', 'Added a to-do item.', {}],
  ['/react :tada:', 'Toggles :tada: emoji reaction.', 'Toggled :tada: emoji reaction.', {}],
  ['/award :+1:', 'Toggles :thumbsup: emoji reaction.', 'Toggled :thumbsup: emoji reaction.', { upvotes: 1 }],
  ['/type task', 'Converts to task.', 'Converted to task.', { issueType: 'task' }],
  ['/promote_to incident', 'Converts to incident.', 'Converted to incident.', { issueType: 'incident' }],
  ['/promote_to_incident', 'Converts to incident.', 'Converted to incident.', { issueType: 'incident' }],
])('FORM-033 %s is told before and after, and does it', async (text, before, after, becomes) => {
  const { say, preview, now, notes } = await scene()
  await expect(preview(text)).resolves.toEqual([before])
  const { quickActionsStatus } = await say(text)
  expect(quickActionsStatus).toMatchObject({ messages: [after], errorMessages: [], commandsOnly: true })
  await expect(now()).resolves.toMatchObject(becomes)
  await expect(notes()).resolves.toEqual([])
})

test('FORM-033 /copy_metadata takes over what is known here, of an issue that may be read', async () => {
  const { say, preview, now, other } = await scene()
  await expect(preview(`/copy_metadata #${other.iid}`)).resolves.toEqual([
    `Copies labels and milestone from #${other.iid}.`,
  ])
  await say(`/copy_metadata #${other.iid}`)
  await expect(now()).resolves.toMatchObject({ labels: ['bug'] })
})

test('FORM-033 several commands run in their order between the words of a note, each finding what those before left', async () => {
  const { say, preview, now, notes } = await scene()
  const text = 'First words\n/weight 2\n/close\n\nLast words\n/reopen\n/label ~bug\n/lock\n/unlock'
  await expect(preview(text)).resolves.toEqual([
    'Sets weight to 2.',
    'Closes this issue.',
    'Reopens this issue.',
    'Adds ~bug label.',
    'Locks the discussion.',
    'Unlocks the discussion.',
  ])
  const created = await say(text)
  expect(created.note).toBe('First words\n\nLast words')
  expect(created.quickActionsStatus).toMatchObject({
    commandNames: ['weight', 'close', 'reopen', 'label', 'lock', 'unlock'],
    errorMessages: [],
    commandsOnly: false,
  })
  await expect(now()).resolves.toMatchObject({ state: 'opened', weight: 2, labels: ['bug'], discussionLocked: false })
  expect((await notes()).map(each => each.body)).toEqual(['First words\n\nLast words'])
})

test.each<[string, string]>([
  ['/assign', 'Could not apply assign command. Mention at least one user.'],
  ['/assign @nobody_here', 'Could not apply assign command. Assignees could not be found: nobody_here.'],
  ['/reassign', 'Could not apply reassign command. Mention at least one user.'],
  ['/label', 'Could not apply label command. Enter at least one label.'],
  ['/label ~"never made"', 'Could not apply label command. Labels could not be found: never made.'],
  ['/relabel ~nothing', 'Could not apply relabel command. Labels could not be found: nothing.'],
  ['/milestone %never', 'Could not apply milestone command. Milestone could not be found.'],
  ['/milestone', 'Could not apply milestone command. Enter a milestone.'],
  ['/reopen', 'Could not apply reopen command.'],
  ['/unlock', 'Could not apply unlock command.'],
  ['/title', 'Could not apply title command. Enter a title.'],
  ['/due someday', 'Could not apply due command. Due date format is invalid.'],
  ['/weight -1', 'Could not apply weight command. Enter a whole number of 0 or more.'],
  ['/health_status fine', 'Could not apply health_status command. Use on_track, needs_attention or at_risk.'],
  ['/react :nosuch:', 'Could not apply react command. Unknown emoji.'],
  ['/type banana', 'Could not apply type command. Unknown type.'],
  ['/promote_to issue', 'Could not apply promote_to command. It is already of type issue.'],
  ['/copy_metadata #99999', 'Could not apply copy_metadata command. The issue or merge request could not be found.'],
  ['/copy_metadata', 'Could not apply copy_metadata command. Enter an issue or a merge request.'],
])('FORM-033 %s is refused with a sentence, in the preview too', async (text, sentence) => {
  const { answerTo, preview, notes } = await scene()
  await expect(preview(text)).resolves.toEqual([sentence])
  await expect(answerTo(`Words stay\n${text}`)).resolves.toMatchObject({
    status: 200,
    body: { note: 'Words stay', quick_actions_status: { messages: [], error_messages: [sentence] } },
  })
  expect(await notes()).toHaveLength(1)
})

test('FORM-033 what is one’s own alone is told to oneself: subscription and to-do', async () => {
  const { say } = await scene()
  const status = async (text: string) => (await say(`Words\n${text}`, 'gus')).quickActionsStatus
  await expect(status('/unsubscribe\n/unsubscribe')).resolves.toMatchObject({
    messages: ['Unsubscribed from notifications.'],
    errorMessages: ['You are not subscribed.'],
  })
  await expect(status('/subscribe\n/todo\n/subscribe\n/todo')).resolves.toMatchObject({
    messages: ['Subscribed to notifications.', 'Added a to-do item.'],
    errorMessages: ['You are already subscribed.', 'You already have a to-do for this item.'],
  })
  await expect(status('/todo\n/done\n/done')).resolves.toMatchObject({
    errorMessages: expect.arrayContaining(['You do not have a to-do for this item.']),
  })
})

test('FORM-008 each is offered to whom it serves, when it does', async () => {
  const { offered, say } = await scene()
  const all = [
    ...[
      'assign',
      'clear_weight',
      'close',
      'confidential',
      'copy_metadata',
      'done',
      'due',
      'label',
      'lock',
      'milestone',
    ],
    ...['promote_to', 'promote_to_incident', 'react', 'reassign', 'relabel', 'remove_due_date', 'remove_milestone'],
    ...['shrug', 'subscribe', 'tableflip', 'title', 'todo', 'type', 'unassign', 'unlabel', 'unsubscribe', 'weight'],
  ]
  expect(await offered()).toEqual(expect.arrayContaining(all))
  expect(await offered()).not.toEqual(expect.arrayContaining(['reopen']))
  const forGuest = await offered('gus')
  expect(forGuest).toEqual(expect.arrayContaining(['react', 'shrug', 'subscribe', 'todo']))
  for (const name of ['close', 'label', 'title', 'lock']) expect(forGuest).not.toContain(name)
  await say('/close\n/lock\n/confidential')
  const later = await offered()
  expect(later).toEqual(expect.arrayContaining(['unlock']))
  for (const name of ['close', 'lock', 'confidential']) expect(later).not.toContain(name)
})
