import { builder } from '#server/graphql/builder.ts'
import type { IssueCounts } from '#server/plan/issues/list/counts.ts'

export const StateCounts = builder.objectRef<IssueCounts>('WorkItemStateCountsType').implement({
  description: 'Number of work items by state.',
  fields: t => ({ all: t.exposeInt('all'), closed: t.exposeInt('closed'), opened: t.exposeInt('opened') }),
})
