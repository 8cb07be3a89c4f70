import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { surveyAnswersPage } from '#contract/foundation/surveys.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Slice } from '#server/slice.ts'
import { surveysAnswers } from './answers.ts'
import './events.ts'

export const surveys: Slice = {
  name: 'surveys',
  answers: surveysAnswers,
  pages: [
    {
      name: 'admin-survey-answers',
      address: '/admin/survey_answers',
      operation: surveyAnswersPage,
      title: foundationTitles.surveyAnswers,
      module: 'foundation/surveys/SurveyAnswersPage.tsx',
    },
  ],
  topics: { survey: async (ctx, id) => id === 1 && isAdmin(ctx.actor) },
}
