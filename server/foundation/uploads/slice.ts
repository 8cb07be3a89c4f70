import type { Slice } from '#server/slice.ts'
import { uploadsAnswers } from './answers.ts'
import { uploadsFollowers } from './follow.ts'

export const uploads: Slice = { name: 'uploads', answers: uploadsAnswers, followers: uploadsFollowers }
