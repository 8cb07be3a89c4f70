import type { Slice } from '#server/slice.ts'
import { projectsAnswers } from './answers.ts'

export const projects: Slice = { name: 'projects', answers: projectsAnswers }
