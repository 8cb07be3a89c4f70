/**
 * A path made of a name, as the server would make it: lower case, with hyphens for what a path cannot hold.
 *
 * @returns empty when the name holds nothing that a path could
 */
export function pathFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .replace(/\.(git|atom)$/, '-$1')
}

/** A number that an address names, if it is one. */
export const numberIn = (text: unknown): number | undefined =>
  typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
