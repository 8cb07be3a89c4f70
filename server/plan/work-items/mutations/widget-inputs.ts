import { builder } from '#server/graphql/builder.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import type { InputFields } from '#server/graphql/mutation.ts'
import type { EpicPlan } from '#server/plan/epics/plan.ts'
import type { Changes } from '#server/plan/issuables/define-attribute.ts'
import { choiceEnums } from '#server/plan/issuables/fields/choice-enums.ts'
import { changeBy, type OperationModeWord } from '#server/plan/issuables/fields/operation-mode.ts'

interface Widgets {
  readonly confidential?: Maybe<boolean>
  readonly assigneesWidget?: Maybe<{ readonly assigneeIds: readonly number[] }>
  readonly descriptionWidget?: Maybe<{ readonly description: string }>
  readonly healthStatusWidget?: Maybe<{ readonly healthStatus?: Maybe<string> }>
  readonly iterationWidget?: Maybe<{ readonly iterationId?: Maybe<number> }>
  readonly milestoneWidget?: Maybe<{ readonly milestoneId?: Maybe<number> }>
  readonly startAndDueDateWidget?: Maybe<{
    readonly startDate?: Maybe<string>
    readonly dueDate?: Maybe<string>
    readonly isFixed?: Maybe<boolean>
  }>
  readonly weightWidget?: Maybe<{ readonly weight?: Maybe<number> }>
  readonly colorWidget?: Maybe<{ readonly color: string }>
  readonly crmContactsWidget?: Maybe<{
    readonly contactIds: readonly number[]
    readonly operationMode?: Maybe<OperationModeWord>
  }>
}

export const HierarchyCreate = builder.inputType('WorkItemWidgetHierarchyCreateInput', {
  fields: t => ({ parentId: t.field({ type: 'WorkItemID' }) }),
})

/** An object with one property, or none when there is no value. */
export const given = <Name extends string, Value>(name: Name, value: Value | undefined) =>
  // TypeScript widens a computed name to `string`.
  (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value }

/** The attributes that the widgets of an input set. The dates of an epic are set by `planOf`. */
export function attributesOf(widgets: Widgets, isEpic: boolean): Changes {
  const {
    confidential,
    assigneesWidget,
    descriptionWidget,
    crmContactsWidget: contacts,
    startAndDueDateWidget: dates,
  } = widgets
  // The schema has checked the word, and its values are those of the attribute.
  const health = widgets.healthStatusWidget?.healthStatus as Changes['healthStatus']
  return {
    ...given('confidential', confidential ?? undefined),
    ...given('description', descriptionWidget?.description),
    ...given('assignees', assigneesWidget ? { replace: assigneesWidget.assigneeIds } : undefined),
    ...given('contacts', contacts ? changeBy(contacts.operationMode, contacts.contactIds) : undefined),
    ...given('healthStatus', health),
    ...given('iteration', widgets.iterationWidget?.iterationId),
    ...given('milestone', widgets.milestoneWidget?.milestoneId),
    ...given('weight', widgets.weightWidget?.weight),
    ...(isEpic ? {} : { ...given('startDate', dates?.startDate), ...given('dueDate', dates?.dueDate) }),
  }
}

/** The color and dates of an epic that the widgets of an input set. */
export function planOf({ colorWidget, startAndDueDateWidget: dates }: Widgets): EpicPlan {
  const isFixed = dates?.isFixed ?? undefined
  return {
    ...given('color', colorWidget?.color),
    ...given('startDateFixed', dates?.startDate),
    ...given('dueDateFixed', dates?.dueDate),
    ...given('startDateIsFixed', isFixed),
    ...given('dueDateIsFixed', isFixed),
  }
}

/** The widgets that are set alike when a work item is created and when it is changed. */
export function sharedInputs() {
  const Assignees = builder.inputType('WorkItemWidgetAssigneesInput', {
    fields: t => ({ assigneeIds: t.field({ type: ['UserID'], required: true }) }),
  })
  const Color = builder.inputType('WorkItemWidgetColorInput', {
    fields: t => ({ color: t.field({ type: 'Color', required: true }) }),
  })
  const Description = builder.inputType('WorkItemWidgetDescriptionInput', {
    fields: t => ({ description: t.string({ required: true }) }),
  })
  const Health = builder.inputType('WorkItemWidgetHealthStatusInput', {
    fields: t => ({ healthStatus: t.field({ type: choiceEnums.healthStatus }) }),
  })
  const Iteration = builder.inputType('WorkItemWidgetIterationInput', {
    fields: t => ({ iterationId: t.field({ type: 'IterationID' }) }),
  })
  const Milestone = builder.inputType('WorkItemWidgetMilestoneInput', {
    fields: t => ({ milestoneId: t.field({ type: 'MilestoneID' }) }),
  })
  const Dates = builder.inputType('WorkItemWidgetStartAndDueDateUpdateInput', {
    fields: t => ({
      startDate: t.field({ type: 'Date' }),
      dueDate: t.field({ type: 'Date' }),
      isFixed: t.boolean({
        description: 'For an epic: whether its dates are fixed, rather than inherited from its issues and epics.',
      }),
    }),
  })
  const Weight = builder.inputType('WorkItemWidgetWeightInput', { fields: t => ({ weight: t.int() }) })
  return (t: InputFields) => ({
    confidential: t.boolean(),
    assigneesWidget: t.field({ type: Assignees }),
    colorWidget: t.field({ type: Color }),
    descriptionWidget: t.field({ type: Description }),
    healthStatusWidget: t.field({ type: Health }),
    iterationWidget: t.field({ type: Iteration }),
    milestoneWidget: t.field({ type: Milestone }),
    startAndDueDateWidget: t.field({ type: Dates }),
    weightWidget: t.field({ type: Weight }),
  })
}
