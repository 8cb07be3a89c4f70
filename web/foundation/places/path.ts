/** A number that an address names, if it is one. */
export const numberIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
