import type { Slice } from '#server/slice.ts'
import { customAttributesAnswers } from './answers.ts'
import './events.ts'

export const customAttributes: Slice = { name: 'custom-attributes', answers: customAttributesAnswers }
