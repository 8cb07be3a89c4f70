import type { ReplyOf } from '#contract/operation.ts'

type EpicPages = typeof import('#contract/plan/epics/epic-pages.ts')

export type EpicsPageData = ReplyOf<EpicPages['getGroupEpicsPage']>
export type EpicRowData = EpicsPageData['epics'][number]
export type EpicPageData = ReplyOf<EpicPages['getGroupEpicPage']>
export type EpicData = EpicPageData['epic']
type EpicTreeData = EpicPageData['tree']
export type EpicChildData = EpicTreeData['issues'][number]
export type EpicSumsData = EpicData['sums']
export type RoadmapData = ReplyOf<EpicPages['getGroupRoadmapPage']>
export type RoadmapEpicData = RoadmapData['epics'][number]
