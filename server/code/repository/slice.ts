import { loadIfAllowed } from '#server/access/load.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import type { Slice } from '#server/slice.ts'
import { repositoryAnswers } from './answers.ts'
import { repositoryChecks } from './checks.ts'
import { commitKind, commitRangeKind } from './commits/commit-references.ts'
import { commitSurroundingsAnswers } from './commits/commit-surroundings.ts'
import { languageFields } from './fields/languages.ts'
import { repositoryMutations } from './fields/mutations.ts'
import { repositoryFields } from './fields/repository-fields.ts'
import { fileAnswers } from './files/file-answers.ts'
import { repositoryFollowers } from './follow.ts'
import { filesOnHome, pageAnswers, repositoryPages } from './page-answers.ts'
import { diffAnswers } from './pages/diffs.ts'
import { recordAllLostPushes } from './push/lost-pushes.ts'

export const repository: Slice = {
  name: 'repository',
  answers: [...repositoryAnswers, ...commitSurroundingsAnswers, ...fileAnswers, ...pageAnswers, ...diffAnswers],
  fields: () => {
    repositoryFields()
    languageFields()
    repositoryMutations()
  },
  followers: repositoryFollowers,
  pages: repositoryPages,
  pageParts: [filesOnHome],
  plugs: { referenceKinds: [commitRangeKind, commitKind] },
  topics: {
    repository: async (ctx, id) => (await loadIfAllowed(ctx, 'project:read-code', projectByRef, { id })) !== null,
  },
  checks: repositoryChecks,
  timedJobs: [{ name: 'record_lost_pushes', pattern: '*/10 * * * *', run: recordAllLostPushes }],
}
