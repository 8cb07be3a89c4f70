import type { Slice } from '#server/slice.ts'
import { deployTokensAnswers } from './answers.ts'
import './events.ts'

export const deployTokens: Slice = { name: 'deploy-tokens', answers: deployTokensAnswers }
