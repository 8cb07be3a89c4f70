import type { Slice } from '#server/slice.ts'
import { tokensAnswers } from './answers.ts'
import './events.ts'
import { tokenMutations } from './fields.ts'
import { tokensPages } from './pages.ts'
import { placeTokensAnswers } from './place-answers.ts'

export const tokens: Slice = {
  name: 'tokens',
  answers: [...tokensAnswers, ...placeTokensAnswers],
  pages: tokensPages,
  fields: tokenMutations,
}
