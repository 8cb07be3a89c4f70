import { gid } from '#contract/gid.ts'
import { plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import { parentTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { type WorkItemWidget, workItemTypes } from '#contract/plan/work-items/work-item-types.ts'
import type { BoxFields } from '#web/api/unsent-texts/kept-text.ts'
import type { NewWorkItem } from '#web/plan/issuable/work-items/calls.ts'
import { plainFieldsOf, type SideName } from './plain-fields.tsx'

type TypeName = keyof typeof workItemTypes

/** The stored name of a type by the name that is shown. */
export const typeNamed = (shown: string | undefined): TypeName =>
  // Object.keys loses the names' type.
  (Object.keys(workItemTypes) as TypeName[]).find(name => workItemTypes[name].name === shown) ?? 'issue'

/** The same, of the types that are kept with an unsent form: those of projects. */
export function formTypeOf(shown: string | undefined): NonNullable<BoxFields['type']> {
  const type = typeNamed(shown)
  return type === 'incident' || type === 'task' ? type : 'issue'
}

/** The part of a work item that has a plain attribute; null where none has. */
const widgetOf: Readonly<Record<SideName, WorkItemWidget | null>> = {
  dueDate: 'START_AND_DUE_DATE',
  weight: 'WEIGHT',
  healthStatus: 'HEALTH_STATUS',
  severity: null,
}

const has = (type: TypeName, widget: WorkItemWidget | null): boolean =>
  widget !== null && (workItemTypes[type].widgets as readonly WorkItemWidget[]).includes(widget)

/** The plain attributes that work items of a type do not have. */
export const missingFields = (type: TypeName): readonly SideName[] =>
  // Object.keys loses the names' type.
  (Object.keys(widgetOf) as SideName[]).filter(name => !has(type, widgetOf[name]))

interface WorkItemDraft extends BoxFields {
  readonly title: string
  readonly description: string
}

interface Rights {
  /** The reader may set labels, assignees and the like. */
  readonly setsFields: boolean
  /** Whether its parent was chosen before. */
  readonly isInParent: boolean
}

/** The input for a new work item from what its form holds. Only fields that its type has are named. */
export function newWorkItem(
  typeId: string,
  type: TypeName,
  given: WorkItemDraft,
  { setsFields, isInParent }: Rights,
): NewWorkItem {
  const { title, description, confidential = false } = given
  const texts = { title, workItemTypeId: typeId, confidential, ...(description !== '' && { description }) }
  if (!setsFields) return texts
  const {
    assignees = [],
    labels = [],
    milestones = [],
    epics = [],
    parents = [],
    iterations = [],
    contacts = [],
  } = given
  const timeEstimate = given.timeEstimate?.trim() ?? ''
  const { dueDate, weight, healthStatus } = plainFieldsOf(given)
  const [milestone] = milestones
  const [iteration] = iterations
  const parent = isInParent ? undefined : (parentTypesOf(type).includes('epic') ? epics : parents)[0]
  return {
    ...texts,
    ...(assignees.length > 0 && { assigneesWidget: { assigneeIds: assignees.map(({ id }) => gid('User', id)) } }),
    ...(labels.length > 0 && { labelsWidget: { labelIds: labels.map(({ id }) => gid('Label', id)) } }),
    ...(milestone && { milestoneWidget: { milestoneId: gid('Milestone', milestone.id) } }),
    ...(iteration && { iterationWidget: { iterationId: gid('Iteration', iteration.id) } }),
    ...(contacts.length > 0 &&
      has(type, 'CRM_CONTACTS') && {
        crmContactsWidget: { contactIds: contacts.map(({ id }) => gid('CustomerRelations::Contact', id)) },
      }),
    ...(timeEstimate !== '' && has(type, 'TIME_TRACKING') && { timeTrackingWidget: { timeEstimate } }),
    ...(parent && { hierarchyWidget: { parentId: gid('WorkItem', parent.id) } }),
    ...(dueDate !== null && has(type, widgetOf.dueDate) && { startAndDueDateWidget: { dueDate } }),
    ...(weight !== null && has(type, widgetOf.weight) && { weightWidget: { weight } }),
    ...(healthStatus !== null &&
      has(type, widgetOf.healthStatus) && { healthStatusWidget: { healthStatus: graphqlWord(healthStatus) } }),
  }
}

/** The word of GraphQL for a stored health status. */
const graphqlWord = (value: string) =>
  plainAttributes.healthStatus.choices.find(choice => choice.value === value)?.word ?? null
