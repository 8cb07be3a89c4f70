import { builder } from '#server/graphql/builder.ts'
import { pageArgs } from '#server/graphql/connection.ts'
import { timelogsPageOf, WorkItemTimelogConnection } from '#server/plan/time-tracking/fields.ts'
import type { WidgetNode, WorkItemNode } from './node.ts'
import { WorkItemWidget, widgetNameOf } from './widgets.ts'

/** The widget for the times of a work item. @source graphql.md 8 */
export function timeWidgetFields(): void {
  const HumanTimes = builder.objectRef<WorkItemNode>('WorkItemWidgetTimeTrackingHumanReadableAttributes').implement({
    description: 'Durations in human-readable form.',
    fields: t => ({
      timeEstimate: t.string({ resolve: item => item.humanTimeEstimate }),
      totalTimeSpent: t.string({ resolve: item => item.humanTimeSpent }),
    }),
  })
  builder.objectRef<WidgetNode>(widgetNameOf('TIME_TRACKING')).implement({
    interfaces: [WorkItemWidget],
    fields: t => ({
      timeEstimate: t.int({ resolve: ({ item }) => item.timeEstimate }),
      totalTimeSpent: t.int({ resolve: ({ item }) => item.timeSpent }),
      humanReadableAttributes: t.field({ type: HumanTimes, resolve: ({ item }) => item }),
      timelogs: t.field({
        type: WorkItemTimelogConnection,
        args: pageArgs,
        resolve: ({ item }, args, context) => timelogsPageOf(context, args, item.id),
      }),
    }),
  })
}
