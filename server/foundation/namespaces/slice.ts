import type { Slice } from '#server/slice.ts'
import { namespacesAnswers } from './answers.ts'
import { resumeTreeDeletions } from './deletion/delete-tree.ts'
import { deleteDue } from './deletion/deletion.ts'
import { namespacesFields } from './fields.ts'
import { namespacesFollowers } from './follow.ts'

export const namespaces: Slice = {
  name: 'namespaces',
  answers: namespacesAnswers,
  fields: namespacesFields,
  followers: namespacesFollowers,
  timedJobs: [
    { name: 'resume_tree_deletions', pattern: '*/10 * * * *', run: resumeTreeDeletions },
    { name: 'delete_due', pattern: '13 * * * *', run: deleteDue },
  ],
}
