/** The sentences of reactions, which the first script of an issue has without those of its discussion. @source 001 §5, ERRMSG-040 */
export const messages = {
  reaction: 'Something went wrong on our end.',
  award: 'Something went wrong while adding your award. Please try again.',
} as const
