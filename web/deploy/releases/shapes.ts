import type { ReplyOf } from '#contract/operation.ts'
import {
  getLatestReleaseOfProject,
  getNewReleasePage,
  getReleasePage,
  getReleasesPage,
} from '#web/api/operations.gen.ts'

export type ReleasesPageData = ReplyOf<typeof import('#contract/deploy/releases.ts').getReleasesPage>
export type ReleasePageData = ReplyOf<typeof import('#contract/deploy/releases.ts').getReleasePage>
export type ReleaseData = ReleasePageData['release']
export type ReleaseNamespace = ReleasePageData['namespace']

/** The queries that a change of releases makes stale. */
export const releaseReadings = [getReleasesPage, getReleasePage, getNewReleasePage, getLatestReleaseOfProject]
