import { createElement } from 'react'
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
import {
  getFeatureFlagPage,
  getFeatureFlagsPage,
  getFlagSegmentPage,
  getFlagSegmentsPage,
  getFlagUserListPage,
  getFlagUserListsPage,
  getNewFeatureFlagPage,
} from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { messages } from './messages.ts'

const skeletonOf = (title: string) => () => createElement(PlaceListSkeleton, { title })
const newPage = {
  data: { operation: getNewFeatureFlagPage, input: ({ namespace = '' }: Params) => ({ namespace }) },
  failure: messages.flag,
} as const
const flagPages = {
  data: {
    operation: getFeatureFlagPage,
    input: ({ namespace = '', iid = '' }: Params) => ({ namespace, iid: Number(iid) }),
  },
  skeleton: skeletonOf(flagTitles.flags),
  failure: messages.flag,
} as const
const userListPages = {
  data: {
    operation: getFlagUserListPage,
    input: ({ namespace = '', iid = '' }: Params) => ({ namespace, iid: Number(iid) }),
  },
  load: () => import('./UserListPage.tsx').then(module => module.UserListPage),
  skeleton: skeletonOf(flagTitles.userLists),
  failure: messages.userLists,
} as const

type Params = Readonly<Record<string, string | undefined>>

/** The pages of feature flags. */
export const featureFlagRoutes: readonly PageRoute[] = [
  {
    address: flagsPath('$namespace'),
    data: {
      operation: getFeatureFlagsPage,
      input: async ({ namespace = '' }, search) => (await import('./flag-address.ts')).flagsInput(namespace, search),
    },
    load: () => import('./FlagsPage.tsx').then(module => module.FlagsPage),
    skeleton: skeletonOf(flagTitles.flags),
    failure: messages.list,
  },
  {
    ...newPage,
    address: newFlagPath('$namespace'),
    load: () => import('./NewFlagPage.tsx').then(module => module.NewFlagPage),
    skeleton: skeletonOf(flagTitles.newFlag),
  },
  {
    ...flagPages,
    address: flagPath('$namespace', '$iid'),
    load: () => import('./FlagPage.tsx').then(module => module.FlagPage),
  },
  {
    ...flagPages,
    address: editFlagPath('$namespace', '$iid'),
    load: () => import('./EditFlagPage.tsx').then(module => module.EditFlagPage),
  },
  {
    address: segmentsPath('$namespace'),
    data: { operation: getFlagSegmentsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./SegmentsPage.tsx').then(module => module.SegmentsPage),
    skeleton: skeletonOf(flagTitles.segments),
    failure: messages.segments,
  },
  {
    ...newPage,
    address: newSegmentPath('$namespace'),
    load: () => import('./NewSegmentPage.tsx').then(module => module.NewSegmentPage),
    skeleton: skeletonOf(flagTitles.newSegment),
  },
  {
    address: segmentPath('$namespace', '$iid'),
    data: {
      operation: getFlagSegmentPage,
      input: ({ namespace = '', iid = '' }) => ({ namespace, iid: Number(iid) }),
    },
    load: () => import('./SegmentPage.tsx').then(module => module.SegmentPage),
    skeleton: skeletonOf(flagTitles.segments),
    failure: messages.segments,
  },
  {
    address: userListsPath('$namespace'),
    data: { operation: getFlagUserListsPage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./UserListsPage.tsx').then(module => module.UserListsPage),
    skeleton: skeletonOf(flagTitles.userLists),
    failure: messages.userLists,
  },
  {
    ...newPage,
    address: newUserListPath('$namespace'),
    load: () => import('./NewUserListPage.tsx').then(module => module.NewUserListPage),
    skeleton: skeletonOf(flagTitles.newUserList),
  },
  { ...userListPages, address: userListPath('$namespace', '$iid') },
  { ...userListPages, address: `${userListPath('$namespace', '$iid')}/edit` },
]
