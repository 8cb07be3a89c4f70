import { Type } from 'typebox'
import { maxSurveyComment, surveyRatings } from '#contract/foundation/survey-ratings.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { DateTime, Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Surveys')

const Rating = Type.Integer({ minimum: 1, maximum: surveyRatings.length })

export const getSurvey = operation({
  name: 'getSurvey',
  summary: 'Check whether to show the survey to the current user',
  at: 'GET /-/survey',
  reply: Type.Object({ isDue: Type.Boolean() }),
})

export const answerSurvey = operation({
  name: 'answerSurvey',
  summary: 'Rate this site. Administrators see the answer and its author',
  at: 'POST /-/survey/answers',
  input: Type.Object({
    rating: Rating,
    comment: Type.Optional(Nullable(Type.String({ maxLength: maxSurveyComment }))),
  }),
  status: 204,
  reply: Type.Null(),
})

export const dismissSurvey = operation({
  name: 'dismissSurvey',
  summary: 'Dismiss the survey for 7 days',
  at: 'PUT /-/survey/dismiss',
  status: 204,
  reply: Type.Null(),
})

const SurveyAnswer = Type.Object({
  id: Type.Integer(),
  rating: Rating,
  comment: Nullable(Type.String()),
  createdAt: DateTime,
  user: UserBasic,
})

const id = Type.Integer({ minimum: 1 })

export const surveyAnswersPage = operation({
  name: 'surveyAnswersPage',
  summary: 'List survey answers, newest first, with the distribution of all ratings (administrators only)',
  at: 'GET /-/pages/survey_answers',
  input: Type.Object({
    /** Answers that are older than this one. */
    after: Type.Optional(id),
    /** Answers that are newer than this one. */
    before: Type.Optional(id),
  }),
  reply: Type.Object({
    /** Whether users are asked. */
    isEnabled: Type.Boolean(),
    /** The number of answers for each rating from 1 to 5. */
    counts: Type.Array(Type.Integer()),
    answers: Type.Array(SurveyAnswer),
    /** The value of `after` for the next page; null at the end. */
    next: Nullable(Type.Integer()),
    /** The value of `before` for the previous page; null at the beginning. */
    previous: Nullable(Type.Integer()),
  }),
})
