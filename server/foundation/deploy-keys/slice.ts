import type { Slice } from '#server/slice.ts'
import { deployKeyAnswers } from './answers.ts'
import './events.ts'

export const deployKeys: Slice = { name: 'deploy-keys', answers: deployKeyAnswers }
