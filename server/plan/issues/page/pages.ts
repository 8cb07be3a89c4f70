import { longFrom, shownByItself } from '#contract/discuss/discussion-length.ts'
import { incidentPath, incidentsPath, newPagePath, pagesPath } from '#contract/issuable-kinds.ts'
import { issueTitles } from '#contract/plan/issue-titles.ts'
import { issueDiscussionPage } from '#contract/plan/issues/issue-discussion.ts'
import {
  getGroupIncidentsPage,
  getGroupIssuesPage,
  getIncidentsPage,
  getIssuePage,
  getIssuesPage,
  getNewIssuePage,
  getServiceDeskPage,
} from '#contract/plan/issues/issue-pages.ts'
import { inIssueWords, readListWords } from '#contract/plan/lists/list-words.ts'
import { chosenOrder, type OrderedList } from '#contract/plan/lists/order-choice.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { serviceDeskPath } from '#contract/plan/service-desk/service-desk-paths.ts'
import { firstDiscussions } from '#server/discuss/notes/page/first-discussions.ts'
import { type PageAddress, page, previewOfIssuable } from '#server/page-address.ts'
import { summaryOf } from '#server/platform/text/summary.ts'

/** A page of an issue, at one of its addresses. */
export const issuePage = (name: string, address: string): PageAddress =>
  page({
    name,
    address,
    operation: getIssuePage,
    title: ({ issue }) => issueTitles.issuable(issue.title, issue.reference.short),
    description: ({ issue }) => summaryOf(issue.description_html),
    preview: ({ issue }) => previewOfIssuable(issue),
    module: 'plan/issues/page/IssuePage.tsx',
    asksFirst: ({ namespace }, { issue, viewer }) =>
      firstDiscussions(issueDiscussionPage.listPageDiscussions, { namespace, iid: issue.iid }, viewer.notes_filter),
    hasRest: ({ issue }) => issue.notes_count > longFrom && issue.notes_count <= shownByItself,
  })

const issuesOfProject = pagesPath('issue', ':namespace')

/** A list is sorted as the reader sorted the last one. */
const readWordsOf =
  (list: OrderedList): NonNullable<PageAddress['readWords']> =>
  (words, reader) => ({
    ...(words.order_by === undefined && words.view === undefined && chosenOrder(list, reader.choices)),
    ...readListWords(inIssueWords(words), reader),
  })

export const issuePages: readonly PageAddress[] = [
  {
    name: 'issues',
    address: issuesOfProject,
    operation: getIssuesPage,
    title: issueTitles.issues,
    readWords: readWordsOf('issue'),
    module: 'plan/issues/list/IssuesPage.tsx',
  },
  {
    name: 'new-issue',
    address: newPagePath('issue', ':namespace'),
    operation: getNewIssuePage,
    title: planTitles.newIssue,
    module: 'plan/issues/new/NewIssuePage.tsx',
  },
  {
    name: 'service-desk',
    address: serviceDeskPath(':namespace'),
    operation: getServiceDeskPage,
    title: planTitles.serviceDesk,
    readWords: readWordsOf('request'),
    module: 'plan/issues/requests/ServiceDeskPage.tsx',
  },
  issuePage('issue', `${issuesOfProject}/:iid`),
  issuePage('incident', incidentPath(':namespace', ':iid')),
  {
    name: 'group-issues',
    address: pagesPath('issue', ':namespace', 'group'),
    operation: getGroupIssuesPage,
    title: issueTitles.issues,
    readWords: readWordsOf('issue'),
    module: 'plan/issues/list/IssuesPage.tsx',
  },
  {
    name: 'incidents',
    address: incidentsPath(':namespace'),
    operation: getIncidentsPage,
    title: planTitles.incidents,
    readWords: readWordsOf('incident'),
    module: 'plan/issues/incidents/IncidentsPage.tsx',
  },
  issuePage('incident-of-list', `${incidentsPath(':namespace')}/:iid`),
  {
    name: 'group-incidents',
    address: incidentsPath(':namespace', 'group'),
    operation: getGroupIncidentsPage,
    title: planTitles.incidents,
    readWords: readWordsOf('incident'),
    module: 'plan/issues/incidents/IncidentsPage.tsx',
  },
]
