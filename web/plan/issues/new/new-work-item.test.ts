import { expect, test } from 'vitest'
import { missingFields, newWorkItem } from './new-work-item.ts'

const whole = {
  title: 'Oil the drum',
  description: 'Both ends',
  confidential: true,
  assignees: [{ id: 3, name: 'Rita', username: 'rita', avatarUrl: null }],
  labels: [{ id: 4, name: 'bug', color: '#ff0000' }],
  milestones: [{ id: 5, name: '1.0' }],
  epics: [{ id: 6, name: 'Night shift' }],
  parents: [{ id: 7, name: 'Stalls' }],
  iterations: [{ id: 8, name: 'Sprint 2' }],
  dueDate: '2031-03-01',
  weight: 0,
  healthStatus: 'at_risk' as const,
  contacts: [{ id: 9, name: 'Ann' }],
  timeEstimate: ' 2h ',
}
const texts = { workItemTypeId: 'T', title: 'Oil the drum', description: 'Both ends', confidential: true }
const planned = {
  ...texts,
  assigneesWidget: { assigneeIds: ['gid://gitlab/User/3'] },
  labelsWidget: { labelIds: ['gid://gitlab/Label/4'] },
  milestoneWidget: { milestoneId: 'gid://gitlab/Milestone/5' },
  iterationWidget: { iterationId: 'gid://gitlab/Iteration/8' },
  crmContactsWidget: { contactIds: ['gid://gitlab/CustomerRelations::Contact/9'] },
  timeTrackingWidget: { timeEstimate: '2h' },
}
const dated = {
  startAndDueDateWidget: { dueDate: '2031-03-01' },
  weightWidget: { weight: 0 },
  healthStatusWidget: { healthStatus: 'atRisk' },
}
const inside = (id: number) => ({ hierarchyWidget: { parentId: `gid://gitlab/WorkItem/${id}` } })

test.each([
  ['issue', false, { ...planned, ...dated, ...inside(6) }],
  ['task', false, { ...planned, ...dated, ...inside(7) }],
  ['task', true, { ...planned, ...dated }],
  ['incident', false, { ...planned, ...inside(6) }],
] as const)(
  'WORKITEM-005 WORKITEM-012 the input for a new %s with a given parent (%s) has the fields of its type',
  (type, isInParent, input) => {
    expect(newWorkItem('T', type, whole, { setsFields: true, isInParent })).toEqual(input)
  },
)

test('WORKITEM-012 who may not set fields sends none, and nothing empty is sent', () => {
  expect(newWorkItem('T', 'task', whole, { setsFields: false, isInParent: false })).toEqual(texts)
  const bare = { title: 'Oil', description: '' }
  expect(newWorkItem('T', 'task', bare, { setsFields: true, isInParent: false })).toEqual({
    workItemTypeId: 'T',
    title: 'Oil',
    confidential: false,
  })
})

test('WORKITEM-005 an incident has no weight, due date or health status as a work item', () => {
  expect(missingFields('incident')).toEqual(['dueDate', 'weight', 'healthStatus', 'severity'])
  expect(missingFields('task')).toEqual(['severity'])
})
