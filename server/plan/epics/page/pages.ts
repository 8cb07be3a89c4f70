import { newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { epicDiscussionPage } from '#contract/plan/epics/epic-discussion.ts'
import { listRelatedEpics } from '#contract/plan/epics/epic-links.ts'
import { getGroupEpicPage, getGroupEpicsPage, getGroupRoadmapPage } from '#contract/plan/epics/epic-pages.ts'
import { issueTitles } from '#contract/plan/issue-titles.ts'
import { readListWords } from '#contract/plan/lists/list-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { maxPerPage } from '#contract/shapes.ts'
import { firstDiscussions } from '#server/discuss/notes/page/first-discussions.ts'
import { type PageAddress, type PagePart, page, pagePart, previewOfIssuable } from '#server/page-address.ts'
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
    title: ({ epic }) => issueTitles.issuable(epic.title, epic.reference.short),
    description: ({ epic }) => summaryOf(epic.description_html),
    preview: ({ epic }) => previewOfIssuable(epic),
    module: 'plan/epics/page/EpicPage.tsx',
    asksFirst: ({ namespace }, { epic, viewer }) =>
      firstDiscussions(epicDiscussionPage.listPageDiscussions, { namespace, iid: epic.iid }, viewer.notes_filter),
  }),
]

/** The linked epics on the page of an epic. */
export const linkedEpics: readonly PagePart[] = [
  pagePart(getGroupEpicPage, {
    module: 'plan/epics/page/EpicLinks.tsx',
    asksFirst: ({ namespace, epic }) => ({
      operation: listRelatedEpics,
      input: { id: namespace.full_path, epic_iid: epic.iid, page: 1, per_page: maxPerPage },
    }),
  }),
]
