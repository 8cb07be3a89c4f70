import {
  editFlagPath,
  flagPath,
  flagsPath,
  newFlagPath,
  newSegmentPath,
  newUserListPath,
  segmentPath,
  segmentsPath,
  userListPath,
  userListsPath,
} from '#contract/deploy/feature-flags/flag-paths.ts'
import { flagTitles } from '#contract/deploy/feature-flags/flag-titles.ts'
import * as contract from '#contract/deploy/feature-flags/flags.ts'
import { getFlagSegmentPage, getFlagSegmentsPage } from '#contract/deploy/feature-flags/segments.ts'
import { getIssuePage } from '#contract/plan/issues/issue-pages.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { page, pagePart } from '#server/page-address.ts'
import type { Slice } from '#server/slice.ts'
import { featureFlagAnswers } from './answers.ts'
import './events.ts'
import { featureFlagFields } from './fields.ts'
import { hasFlags } from './links.ts'
import { purgeUsage } from './purge.ts'
import { featureFlagKind } from './references.ts'

const userListPage = {
  operation: contract.getFlagUserListPage,
  title: ({ user_list: { name } }: { readonly user_list: { readonly name: string } }) => flagTitles.userList(name),
  module: 'deploy/feature-flags/UserListPage.tsx',
}

/** Feature flags; their clients come in by `transport/feature-flags`. */
export const featureFlags: Slice = {
  name: 'feature-flags',
  answers: featureFlagAnswers,
  fields: featureFlagFields,
  plugs: { referenceKinds: [featureFlagKind] },
  pages: [
    page({
      name: 'feature-flags',
      address: flagsPath(':namespace'),
      operation: contract.getFeatureFlagsPage,
      title: flagTitles.flags,
      module: 'deploy/feature-flags/FlagsPage.tsx',
    }),
    page({
      name: 'new-feature-flag',
      address: newFlagPath(':namespace'),
      operation: contract.getNewFeatureFlagPage,
      title: flagTitles.newFlag,
      module: 'deploy/feature-flags/NewFlagPage.tsx',
    }),
    page({
      name: 'feature-flag',
      address: flagPath(':namespace', ':iid'),
      operation: contract.getFeatureFlagPage,
      title: ({ flag }) => flagTitles.flag(flag.name),
      module: 'deploy/feature-flags/FlagPage.tsx',
    }),
    page({
      name: 'edit-feature-flag',
      address: editFlagPath(':namespace', ':iid'),
      operation: contract.getFeatureFlagPage,
      title: ({ flag }) => flagTitles.editFlag(flag.name),
      module: 'deploy/feature-flags/EditFlagPage.tsx',
    }),
    page({
      name: 'feature-flag-user-lists',
      address: userListsPath(':namespace'),
      operation: contract.getFlagUserListsPage,
      title: flagTitles.userLists,
      module: 'deploy/feature-flags/UserListsPage.tsx',
    }),
    page({
      name: 'new-feature-flag-user-list',
      address: newUserListPath(':namespace'),
      operation: contract.getNewFeatureFlagPage,
      title: flagTitles.newUserList,
      module: 'deploy/feature-flags/NewUserListPage.tsx',
    }),
    page({
      name: 'feature-flag-segments',
      address: segmentsPath(':namespace'),
      operation: getFlagSegmentsPage,
      title: flagTitles.segments,
      module: 'deploy/feature-flags/SegmentsPage.tsx',
    }),
    page({
      name: 'new-feature-flag-segment',
      address: newSegmentPath(':namespace'),
      operation: contract.getNewFeatureFlagPage,
      title: flagTitles.newSegment,
      module: 'deploy/feature-flags/NewSegmentPage.tsx',
    }),
    page({
      name: 'feature-flag-segment',
      address: segmentPath(':namespace', ':iid'),
      operation: getFlagSegmentPage,
      title: ({ segment }) => flagTitles.segment(segment.name),
      module: 'deploy/feature-flags/SegmentPage.tsx',
    }),
    page({ name: 'feature-flag-user-list', address: userListPath(':namespace', ':iid'), ...userListPage }),
    page({
      name: 'edit-feature-flag-user-list',
      address: `${userListPath(':namespace', ':iid')}/edit`,
      ...userListPage,
    }),
  ],
  pageParts: [
    pagePart(getIssuePage, {
      module: 'late-issue-parts.tsx',
      isLate: true,
      asksFirst: async ({ namespace, issue }, ctx) =>
        namespace.offers.feature_flags && (await hasFlags(ctx, issue.id))
          ? {
              operation: contract.listFlagsOfIssue,
              input: { namespace: namespace.full_path, iid: issue.iid },
              isLeftOutEmpty: true,
            }
          : null,
    }),
  ],
  topics: {
    'feature-flags': async (ctx, id) =>
      (await loadIfAllowed(ctx, 'project:read-feature-flags', projectByRef, { id })) !== null,
  },
  timedJobs: [{ name: 'purge_feature_flag_usage', pattern: '23 4 * * *', run: purgeUsage }],
}
