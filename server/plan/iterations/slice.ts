import type { Slice } from '#server/slice.ts'
import { iterationAnswers } from './answers.ts'
import { iterationsFields } from './fields.ts'
import { iterationsMutations } from './mutations.ts'
import { iterationKind } from './references.ts'

export const iterations: Slice = {
  name: 'iterations',
  answers: iterationAnswers,
  fields: () => {
    iterationsFields()
    iterationsMutations()
  },
  plugs: { referenceKinds: [iterationKind] },
}
