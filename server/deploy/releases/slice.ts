import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Slice } from '#server/slice.ts'
import { releaseAnswers } from './answers.ts'
import './events.ts'
import { collectDueEvidence } from './evidence.ts'
import { releasesOfTags } from './of-tags.ts'

/** Releases: tags with notes, files and milestones. */
export const releases: Slice = {
  name: 'releases',
  answers: releaseAnswers,
  plugs: { releasesOfTags: [releasesOfTags] },
  topics: {
    releases: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-releases', projectByRef, { id })) !== null,
  },
  timedJobs: [{ name: 'collect_release_evidence', pattern: '*/10 * * * *', run: collectDueEvidence }],
}
