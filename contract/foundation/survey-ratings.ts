export const surveyRatings = [1, 2, 3, 4, 5] as const
export const maxSurveyComment = 2000
