import type { Slice } from '#server/slice.ts'
import { templatesAnswers } from './answers.ts'

export const templates: Slice = { name: 'templates', answers: templatesAnswers }
