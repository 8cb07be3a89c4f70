export const mathMessages = {
  failed: (reason: string) => `Formula not shown: ${reason.replace(/\.$/, '')}.`,
  tooLong: (most: number) => `Formula not shown: it is longer than ${most.toLocaleString('en')} characters.`,
  tooMany: (most: number) => `Formula not shown: a text can have up to ${most} formulas.`,
  tooComplex: 'it has too many nested parts',
  tooLarge: 'its macros expand to too much text',
  empty: 'it is empty',
} as const

export const diagramMessages = {
  title: 'Diagram',
  show: 'Show diagram',
  showSource: 'Show source',
  fullSize: 'Full size',
  failed: (reason: string) => `Diagram not shown: ${reason.replace(/[.:]$/, '')}.`,
  long: 'This diagram is long and may take a while.',
  longTogether: 'These diagrams are long and may take a while.',
  many: (most: number) => `Only the first ${most} diagrams are drawn automatically.`,
  tooLong: (most: number) => `it is longer than ${most.toLocaleString('en')} characters`,
  tooSlow: 'it takes too long',
} as const

export const codeMessages = { copy: 'Copy code', copySource: 'Copy source' } as const
