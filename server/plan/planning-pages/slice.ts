import type { Slice } from '#server/slice.ts'
import { iterationPageAnswers, iterationPages } from './iteration-pages.ts'
import { placePageAnswers, placePages } from './label-and-milestone-pages.ts'

/** The pages of labels, milestones and iterations, above the lists whose filters they read. */
export const planningPages: Slice = {
  name: 'planning-pages',
  answers: [...placePageAnswers, ...iterationPageAnswers],
  pages: [...placePages, ...iterationPages],
}
