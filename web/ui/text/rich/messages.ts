export const mathMessages = {
  failed: (reason: string) => `Formula not shown: ${reason.replace(/\.$/, '')}.`,
  tooLong: (most: number) => `Formula not shown: it is longer than ${most.toLocaleString('en')} characters.`,
  tooMany: (most: number) => `Formula not shown: a text shows at most ${most} formulas.`,
  tooComplex: 'it has too many nested parts',
  empty: 'it is empty',
} as const
