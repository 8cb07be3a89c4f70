import { builder } from '#server/graphql/builder.ts'
import type { WidgetNode } from './node.ts'
import { type DefinitionNode, definitionNameOf, WidgetDefinition, WorkItemType } from './types.ts'
import { WorkItemWidget, widgetNameOf } from './widgets.ts'

const widget = (type: string) => builder.objectRef<WidgetNode>(widgetNameOf(type))
const definition = (type: string) => builder.objectRef<DefinitionNode>(definitionNameOf(type))

/**
 * Widgets of the contract that no work item has: statuses, custom fields and progress. Clients request the fields of
 * all widgets together, and a document with a type that the schema does not know fails whole.
 */
export function absentWidgetFields(): void {
  const Status = builder.objectRef<object>('WorkItemStatus').implement({
    description: 'A configurable status of work items. There are none.',
    fields: t => ({
      id: t.id({ resolve: () => null }),
      name: t.string({ resolve: () => null }),
      description: t.string({ resolve: () => null }),
      category: t.string({ resolve: () => null }),
      color: t.string({ resolve: () => null }),
      iconName: t.string({ resolve: () => null }),
      position: t.int({ resolve: () => null }),
    }),
  })
  widget('STATUS').implement({
    description: 'Status of a work item. No work item has one.',
    interfaces: [WorkItemWidget],
    fields: t => ({ status: t.field({ type: Status, resolve: () => null }) }),
  })
  definition('STATUS').implement({
    description: 'Definition of the statuses of a type of work items. No type has any.',
    interfaces: [WidgetDefinition],
    fields: t => ({
      allowedStatuses: t.field({ type: [Status], resolve: () => [] }),
      defaultOpenStatus: t.field({ type: Status, resolve: () => null }),
      defaultClosedStatus: t.field({ type: Status, resolve: () => null }),
    }),
  })
  widget('PROGRESS').implement({
    description: 'Progress of an objective. No work item has one.',
    interfaces: [WorkItemWidget],
    fields: t => ({
      currentValue: t.int({ resolve: () => null }),
      endValue: t.int({ resolve: () => null }),
      progress: t.int({ resolve: () => null }),
      startValue: t.int({ resolve: () => null }),
      updatedAt: t.field({ type: 'Time', resolve: () => null }),
    }),
  })
  customFields()
}

function customFields(): void {
  const Option = builder.objectRef<object>('CustomFieldSelectOption').implement({
    description: 'An option of a custom field. There are none.',
    fields: t => ({ id: t.id({ resolve: () => null }), value: t.string({ resolve: () => null }) }),
  })
  const CustomField = builder.objectRef<object>('CustomField').implement({
    description: 'A custom field of work items. There are none.',
    fields: t => ({
      id: t.id({ resolve: () => null }),
      name: t.string({ resolve: () => null }),
      fieldType: t.string({ resolve: () => null }),
      active: t.boolean({ resolve: () => null }),
      selectOptions: t.field({ type: [Option], resolve: () => [] }),
      workItemTypes: t.field({ type: [WorkItemType], resolve: () => [] }),
    }),
  })
  const Value = builder.interfaceRef<object>('WorkItemCustomFieldValue').implement({
    description: 'The value of a custom field of a work item.',
    resolveType: () => 'WorkItemTextFieldValue',
    fields: t => ({ customField: t.field({ type: CustomField, resolve: () => null }) }),
  })
  const fieldValue = (kind: string) => builder.objectRef<object>(`WorkItem${kind}FieldValue`)
  // One document selects the values of all kinds, and fields of one name must be of one type.
  for (const [kind, what] of [
    ['Text', 'text'],
    ['Number', 'numbers'],
    ['Date', 'days'],
  ] as const)
    fieldValue(kind).implement({
      interfaces: [Value],
      description: `The value of a custom field for ${what}.`,
      fields: t => ({ value: t.string({ resolve: () => null }) }),
    })
  fieldValue('Select').implement({
    interfaces: [Value],
    description: 'The value of a custom field for options.',
    fields: t => ({ selectedOptions: t.field({ type: [Option], resolve: () => [] }) }),
  })
  const values = { description: 'There are none.' }
  widget('CUSTOM_FIELDS').implement({
    interfaces: [WorkItemWidget],
    description: 'Custom fields of a work item. No work item has any.',
    fields: t => ({ customFieldValues: t.field({ ...values, type: [Value], resolve: () => [] }) }),
  })
  definition('CUSTOM_FIELDS').implement({
    interfaces: [WidgetDefinition],
    description: 'Definition of the custom fields of a type of work items. No type has any.',
    fields: t => ({ customFieldValues: t.field({ ...values, type: [Value], resolve: () => [] }) }),
  })
}
