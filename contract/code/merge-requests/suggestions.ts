import { Type } from 'typebox'
import { Suggestion } from '#contract/discuss/notes.ts'
import { operationsOf } from '#contract/operation.ts'

const operation = operationsOf('Suggestions')

const commitMessage = Type.Optional(Type.String({ maxLength: 10_000 }))

export const applySuggestion = operation({
  name: 'applySuggestion',
  summary: 'Apply a suggestion to the source branch',
  at: 'PUT /suggestions/:id/apply',
  input: Type.Object({ id: Type.Integer(), commitMessage }),
  reply: Suggestion,
})

export const applySuggestions = operation({
  name: 'applySuggestions',
  summary: 'Apply suggestions of a merge request to its source branch in one commit, all or none',
  at: 'PUT /suggestions/batch_apply',
  input: Type.Object({ ids: Type.Array(Type.Integer(), { minItems: 1, maxItems: 200 }), commitMessage }),
  reply: Type.Array(Suggestion),
})
