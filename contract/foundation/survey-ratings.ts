/** The ratings, from "not at all" to "very much". */
export const surveyRatings = [1, 2, 3, 4, 5] as const
/** Characters of a comment. */
export const maxSurveyComment = 2000
