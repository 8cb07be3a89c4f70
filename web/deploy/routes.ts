import { createElement } from 'react'
import { deployTitles } from '#contract/deploy/page-titles.ts'
import { editReleasePath, newReleasePath, releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import { getNewReleasePage, getReleasePage, getReleasesPage } from '#web/api/operations.gen.ts'
import type { PageRoute } from '#web/api/route.tsx'
import { projectHomeParts } from '#web/foundation/projects/home-parts.ts'
import { PlaceListSkeleton } from '#web/ui/layout/PlaceListSkeleton.tsx'
import { latestOnHome } from './releases/latest-on-home.ts'

projectHomeParts.unshift(latestOnHome)

const releaseData = {
  operation: getReleasePage,
  input: ({ namespace = '', tag = '' }: Readonly<Record<string, string>>) => ({ namespace, tag }),
} as const

export const deployRoutes: readonly PageRoute[] = [
  {
    address: releasesPath('$namespace'),
    data: {
      operation: getReleasesPage,
      input: async ({ namespace = '' }, search) =>
        (await import('./releases/releases-input.ts')).releasesInput(namespace, search),
    },
    load: () => import('./releases/ReleasesPage.tsx').then(module => module.ReleasesPage),
    skeleton: () => createElement(PlaceListSkeleton, { title: deployTitles.releases }),
  },
  {
    address: newReleasePath('$namespace'),
    data: { operation: getNewReleasePage, input: ({ namespace = '' }) => ({ namespace }) },
    load: () => import('./releases/NewReleasePage.tsx').then(module => module.NewReleasePage),
  },
  {
    address: releasePath('$namespace', '$tag'),
    data: releaseData,
    load: () => import('./releases/ReleasePage.tsx').then(module => module.ReleasePage),
  },
  {
    address: editReleasePath('$namespace', '$tag'),
    data: releaseData,
    load: () => import('./releases/EditReleasePage.tsx').then(module => module.EditReleasePage),
  },
]
