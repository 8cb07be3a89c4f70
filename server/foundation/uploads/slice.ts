import type { Slice } from '#server/slice.ts'
import { uploadsAnswers } from './answers.ts'
import { uploadsFollowers } from './follow.ts'
import { uploadsMutations } from './mutations.ts'
import { removeOwnerlessFiles } from './sweep.ts'

export const uploads: Slice = {
  name: 'uploads',
  answers: uploadsAnswers,
  fields: uploadsMutations,
  followers: uploadsFollowers,
  timedJobs: [{ name: 'remove_ownerless_files', pattern: '7 4 * * *', run: removeOwnerlessFiles }],
}
