export const messages = {
  noText: 'The file is not a text file',
} as const
