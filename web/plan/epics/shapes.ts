import type { ReplyOf } from '#contract/operation.ts'

type Pages = typeof import('#contract/plan/epics/epic-pages.ts')

export type EpicsPageData = ReplyOf<Pages['getGroupEpicsPage']>
export type EpicRowData = EpicsPageData['epics'][number]
export type EpicPageData = ReplyOf<Pages['getGroupEpicPage']>
export type EpicData = EpicPageData['epic']
type EpicTreeData = EpicPageData['tree']
export type EpicChildData = EpicTreeData['issues'][number]
export type EpicSumsData = EpicData['sums']
export type RoadmapData = ReplyOf<Pages['getGroupRoadmapPage']>
export type RoadmapEpicData = RoadmapData['epics'][number]
