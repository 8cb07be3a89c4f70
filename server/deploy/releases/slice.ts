import { deployTitles } from '#contract/deploy/page-titles.ts'
import { editReleasePath, newReleasePath, releasePath, releasesPath } from '#contract/deploy/release-paths.ts'
import * as contract from '#contract/deploy/releases.ts'
import { namespacePage } from '#contract/foundation/namespaces.ts'
import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { page, pagePart } from '#server/page-address.ts'
import { summaryOf } from '#server/platform/text/summary.ts'
import type { Slice } from '#server/slice.ts'
import { releaseAnswers } from './answers.ts'
import { removeWithTag } from './delete.ts'
import './events.ts'
import { collectDueEvidence } from './evidence.ts'
import { releasesFields } from './fields.ts'
import { releaseFilter } from './filter.ts'
import { releaseMutations } from './mutations.ts'
import { releasesOfTags } from './of-tags.ts'

/** Releases of an empty repository would have no tags. */
const showsReleases = (
  { can_read_code: readsCode, can_read_releases: readsReleases }: Readonly<Record<string, boolean>>,
  isEmpty: boolean,
): boolean => Boolean(readsCode && readsReleases && !isEmpty)

/** Releases: tags with notes, files and milestones. */
export const releases: Slice = {
  name: 'releases',
  answers: releaseAnswers,
  fields: () => {
    releasesFields()
    releaseMutations()
  },
  plugs: {
    releasesOfTags: [releasesOfTags],
    releaseConditions: [releaseFilter],
    releaseOfTagRemovals: [removeWithTag],
  },
  topics: {
    releases: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-releases', projectByRef, { id })) !== null,
  },
  pages: [
    page({
      name: 'releases',
      address: releasesPath(':namespace'),
      operation: contract.getReleasesPage,
      title: deployTitles.releases,
      feed: contract.releasesFeed,
      module: 'deploy/releases/ReleasesPage.tsx',
    }),
    page({
      name: 'new-release',
      address: newReleasePath(':namespace'),
      operation: contract.getNewReleasePage,
      title: deployTitles.newRelease,
      module: 'deploy/releases/NewReleasePage.tsx',
    }),
    page({
      name: 'release',
      address: releasePath(':namespace', ':tag'),
      operation: contract.getReleasePage,
      title: ({ release }) => deployTitles.release(release.name),
      description: ({ release }) => summaryOf(release.description_html),
      module: 'deploy/releases/ReleasePage.tsx',
    }),
    page({
      name: 'edit-release',
      address: editReleasePath(':namespace', ':tag'),
      operation: contract.getReleasePage,
      title: ({ release }) => deployTitles.editRelease(release.name),
      module: 'deploy/releases/EditReleasePage.tsx',
    }),
  ],
  pageParts: [
    pagePart(namespacePage, {
      module: 'deploy/releases/LatestOfProject.tsx',
      asksFirst: home =>
        'project' in home && showsReleases(home.project.permissions, home.project.is_empty)
          ? { operation: contract.getLatestReleaseOfProject, input: { namespace: home.project.full_path } }
          : null,
    }),
  ],
  timedJobs: [{ name: 'collect_release_evidence', pattern: '*/10 * * * *', run: collectDueEvidence }],
}
