export const peekMessages = {
  missing: (word: string) => `This ${word} does not exist, or you do not have access to it.`,
  failed: (word: string) => `Could not load the ${word}. Please try again.`,
}
