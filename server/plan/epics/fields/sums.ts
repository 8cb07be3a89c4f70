import type { EpicSums } from '#contract/plan/epics/epic-pages.ts'
import { builder } from '#server/graphql/builder.ts'
import { asInt } from '#server/graphql/int.ts'

export const DescendantCount = builder.objectRef<EpicSums>('EpicDescendantCount').implement({
  description: 'How many issues and epics are in an epic, at all levels.',
  fields: t => ({
    openedEpics: t.exposeInt('openedEpics'),
    closedEpics: t.exposeInt('closedEpics'),
    openedIssues: t.exposeInt('openedIssues'),
    closedIssues: t.exposeInt('closedIssues'),
  }),
})

export const DescendantWeights = builder.objectRef<EpicSums>('EpicDescendantWeights').implement({
  description: 'The weight of the issues in an epic, at all levels.',
  fields: t => ({
    openedIssues: t.int({ resolve: ({ openedWeight }) => asInt(openedWeight) }),
    closedIssues: t.int({ resolve: ({ closedWeight }) => asInt(closedWeight) }),
    openedIssuesTotal: t.field({ type: 'BigInt', resolve: ({ openedWeight }) => String(openedWeight) }),
    closedIssuesTotal: t.field({ type: 'BigInt', resolve: ({ closedWeight }) => String(closedWeight) }),
  }),
})

export const EpicHealthStatus = builder.objectRef<EpicSums>('EpicHealthStatus').implement({
  description: 'The health of the open issues in an epic, at all levels.',
  fields: t => ({
    issuesOnTrack: t.exposeInt('onTrack'),
    issuesNeedingAttention: t.exposeInt('needsAttention'),
    issuesAtRisk: t.exposeInt('atRisk'),
  }),
})
