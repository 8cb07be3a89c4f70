import type { InputOf } from '#contract/operation.ts'
import { getGroupIssuesPage, getIssuesPage } from '#contract/plan/issues/issue-pages.ts'
import {
  getGroupLabelsPage,
  getGroupMilestonePage,
  getGroupMilestonesPage,
  getLabelsPage,
  getMilestonePage,
  getMilestonesPage,
} from '#contract/plan/label-and-milestone-pages.ts'
import { readListWords } from '#contract/plan/lists/list-words.ts'
import { planTitles } from '#contract/plan/page-titles.ts'
import { isSignedIn, type NamespaceFacts } from '#server/access/facts.ts'
import type { Allowed } from '#server/access/load.ts'
import { may } from '#server/access/may.ts'
import type { Context } from '#server/context.ts'
import { groupByPath } from '#server/foundation/namespaces/find-group.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { showHeader } from '#server/foundation/namespaces/kept-header.ts'
import { type PageAddress, page } from '#server/page-address.ts'
import { listLabels } from '#server/plan/labels/queries.ts'
import { conditionsOf } from '#server/plan/lists/filter.ts'
import { type MilestoneRow, milestoneOfPage } from '#server/plan/milestones/find.ts'
import { type MilestoneFilter, showMilestoneInFull, showMilestones } from '#server/plan/milestones/queries.ts'
import { showTimeboxDays } from '#server/plan/timeboxes/series.ts'
import { showShares } from '#server/plan/timeboxes/shares.ts'
import { showTimes } from '#server/plan/timeboxes/times.ts'
import { summaryOf } from '#server/platform/text/summary.ts'
import { type Answer, answer } from '#server/slice.ts'
import { issuesOfTimebox } from './timebox-issues.ts'

interface ProjectOrGroup {
  readonly id: number
  readonly kind: 'project' | 'group'
  readonly facts: NamespaceFacts
}

const labelsPerPage = 100

async function labelsPage(
  ctx: Context,
  place: ProjectOrGroup,
  filter: { readonly search?: string; readonly archived?: boolean; readonly page?: number },
) {
  const labels = await listLabels(ctx, place, { ...filter, withCounts: true, perPage: labelsPerPage })
  return {
    namespace: await showHeader(ctx, place),
    permissions: {
      canAdminLabels: may(
        ctx.actor,
        place.kind === 'project' ? 'project:admin-labels' : 'group:admin-labels',
        place.facts,
      ),
      canSubscribe: isSignedIn(ctx.actor),
    },
    labels: labels.items,
    total: labels.total,
    hasNext: labels.hasNext,
  }
}

async function milestonesPage(ctx: Context, place: ProjectOrGroup, filter: MilestoneFilter) {
  const ability = place.kind === 'project' ? 'project:admin-milestones' : 'group:admin-milestones'
  return {
    namespace: await showHeader(ctx, place),
    permissions: { canAdminMilestones: may(ctx.actor, ability, place.facts) },
    ...(await showMilestones(ctx, place, filter)),
  }
}

async function milestonePage(
  ctx: Context,
  milestone: Allowed<'milestone:read', MilestoneRow>,
  { namespace: _namespace, iid: _iid, ...filter }: InputOf<typeof getMilestonePage>,
) {
  const conditions = conditionsOf(ctx, filter)
  const place = { id: milestone.namespaceId, kind: milestone.namespaceKind, facts: milestone.facts }
  return {
    namespace: await showHeader(ctx, place),
    permissions: { canAdmin: may(ctx.actor, 'milestone:admin', milestone.facts) },
    milestone: await showMilestoneInFull(ctx, place, milestone.id),
    days: await showTimeboxDays(ctx, place, 'milestone', milestone.id, conditions),
    times: await showTimes(ctx, place, 'milestone', milestone.id, conditions),
    shares: await showShares(ctx, place, 'milestone', milestone.id, conditions),
  }
}

const project = ({ id, facts }: { readonly id: number; readonly facts: NamespaceFacts }): ProjectOrGroup => ({
  id,
  kind: 'project',
  facts,
})
const group = ({ id, facts }: { readonly id: number; readonly facts: NamespaceFacts }): ProjectOrGroup => ({
  id,
  kind: 'group',
  facts,
})

/** The pages of labels and milestones. They stand above both, as they read the filters of lists. */
export const placePageAnswers: readonly Answer[] = [
  answer(getLabelsPage, {
    about: projectByPath,
    ability: 'project:read-labels',
    run: (ctx, found, filter) => labelsPage(ctx, project(found), filter),
  }),
  answer(getGroupLabelsPage, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, found, filter) => labelsPage(ctx, group(found), filter),
  }),
  answer(getMilestonesPage, {
    about: projectByPath,
    ability: 'project:read-milestones',
    run: (ctx, found, filter) => milestonesPage(ctx, project(found), filter),
  }),
  answer(getGroupMilestonesPage, {
    about: groupByPath,
    ability: 'group:read',
    run: (ctx, found, filter) => milestonesPage(ctx, group(found), filter),
  }),
  answer(getMilestonePage, { about: milestoneOfPage.project, ability: 'milestone:read', run: milestonePage }),
  answer(getGroupMilestonePage, { about: milestoneOfPage.group, ability: 'milestone:read', run: milestonePage }),
]

export const placePages: readonly PageAddress[] = [
  {
    name: 'labels',
    address: '/:namespace/-/labels',
    operation: getLabelsPage,
    title: planTitles.labels,
    module: 'plan/labels/LabelsPage.tsx',
  },
  {
    name: 'milestones',
    address: '/:namespace/-/milestones',
    operation: getMilestonesPage,
    title: planTitles.milestones,
    module: 'plan/milestones/MilestonesPage.tsx',
  },
  page({
    name: 'milestone',
    address: '/:namespace/-/milestones/:iid',
    operation: getMilestonePage,
    title: ({ milestone }) => planTitles.milestone(milestone.title),
    description: ({ milestone }) => summaryOf(milestone.description_html),
    readWords: readListWords,
    module: 'plan/milestones/MilestonePage.tsx',
    asksFirst: (input, { milestone }, words) =>
      issuesOfTimebox(getIssuesPage, input, { milestone: milestone.title }, words),
  }),
  {
    name: 'group-labels',
    address: '/groups/:namespace/-/labels',
    operation: getGroupLabelsPage,
    title: planTitles.labels,
    module: 'plan/labels/LabelsPage.tsx',
  },
  {
    name: 'group-milestones',
    address: '/groups/:namespace/-/milestones',
    operation: getGroupMilestonesPage,
    title: planTitles.milestones,
    module: 'plan/milestones/MilestonesPage.tsx',
  },
  page({
    name: 'group-milestone',
    address: '/groups/:namespace/-/milestones/:iid',
    operation: getGroupMilestonePage,
    title: ({ milestone }) => planTitles.milestone(milestone.title),
    description: ({ milestone }) => summaryOf(milestone.description_html),
    readWords: readListWords,
    module: 'plan/milestones/MilestonePage.tsx',
    asksFirst: (input, { milestone }, words) =>
      issuesOfTimebox(getGroupIssuesPage, input, { milestone: milestone.title }, words),
  }),
]
