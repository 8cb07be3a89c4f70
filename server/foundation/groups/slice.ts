import type { Slice } from '#server/slice.ts'
import { groupsAnswers } from './answers.ts'

export const groups: Slice = { name: 'groups', answers: groupsAnswers }
