import { newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { getGroupEpicPage, getGroupEpicsPage, getGroupRoadmapPage } from '#contract/plan/epics/epic-pages.ts'
import { readListWords } from '#contract/plan/lists/list-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { type PageAddress, page, previewOfIssuable } from '#server/page-address.ts'
import { summaryOf } from '#server/platform/text/summary.ts'

const ofGroup = pagesPath('epic', ':namespace')

export const epicPages: readonly PageAddress[] = [
  {
    name: 'group-epics',
    address: ofGroup,
    operation: getGroupEpicsPage,
    title: planTitles.epics,
    readWords: readListWords,
    module: 'plan/epics/EpicsPage.tsx',
  },
  {
    name: 'group-new-epic',
    address: newPagePath('epic', ':namespace'),
    operation: getGroupEpicsPage,
    title: planTitles.newEpic,
    module: 'plan/epics/NewEpicPage.tsx',
  },
  {
    name: 'group-roadmap',
    address: '/groups/:namespace/-/roadmap',
    operation: getGroupRoadmapPage,
    title: planTitles.roadmap,
    readWords: readListWords,
    module: 'plan/epics/roadmap/RoadmapPage.tsx',
  },
  page({
    name: 'group-epic',
    address: `${ofGroup}/:iid`,
    operation: getGroupEpicPage,
    title: ({ epic }) => planTitles.issuable(epic.title, epic.reference.short),
    description: ({ epic }) => summaryOf(epic.description_html),
    preview: ({ epic }) => previewOfIssuable(epic),
    module: 'plan/epics/page/EpicPage.tsx',
    // The moment of the request is nothing that is seen: a drawing outlives it.
    firstView: reply => ({ ...reply, notes_data: { ...reply.notes_data, last_fetched_at: 0 } }),
  }),
]
