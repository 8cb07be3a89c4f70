import * as contract from '#contract/foundation/surveys.ts'
import { answer } from '#server/slice.ts'
import { answerSurvey } from './answer.ts'
import { dismissSurvey } from './dismiss.ts'
import { answersPage } from './queries.ts'
import { isSurveyDue } from './reminders.ts'

export const surveysAnswers = [
  answer(contract.getSurvey, { for: 'signed-in', run: async ctx => ({ isDue: await isSurveyDue(ctx) }) }),
  answer(contract.answerSurvey, { for: 'signed-in', run: answerSurvey }),
  answer(contract.dismissSurvey, { for: 'signed-in', run: dismissSurvey }),
  answer(contract.surveyAnswersPage, { for: 'admin', run: answersPage }),
]
