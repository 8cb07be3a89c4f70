import { builder } from '#server/graphql/builder.ts'
import type { IssueCounts } from '#server/plan/lists/counts.ts'

export const StateCounts = builder.objectRef<IssueCounts>('WorkItemStateCountsType').implement({
  description: 'Number of work items by state.',
  fields: t => ({ all: t.exposeInt('all'), closed: t.exposeInt('closed'), opened: t.exposeInt('opened') }),
})

export const ItemState = builder.enumType('WorkItemState', {
  values: { OPEN: { value: 'opened' }, CLOSED: { value: 'closed' } } as const,
})

/** Locked items are open. */
export const stateOf = (stored: string) => (stored === 'closed' ? 'closed' : 'opened')
