import type { Slice } from '#server/slice.ts'
import { templatesAnswers } from './answers.ts'
import { templateFields } from './fields.ts'

export const templates: Slice = { name: 'templates', answers: templatesAnswers, fields: templateFields }
