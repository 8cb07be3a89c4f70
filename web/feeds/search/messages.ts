export const messages = {
  fetch: 'The search could not be carried out. Check your connection and try again.',
} as const
