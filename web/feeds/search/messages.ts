export const messages = {
  fetch: 'The search could not be carried out. Check your connection and try again.',
  near: 'No exact matches. These results have similar words.',
} as const
