/** The longest path and name of one segment, in characters. */
export const segmentLimit = 255

/**
 * A path made of a name: lower case, with hyphens for what a path cannot hold.
 *
 * @returns empty when the name holds nothing that a path could
 */
export function pathFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '-')
    .replace(/^[-.]+|(?<![-.])[-.]+$/g, '')
    .replace(/\.(git|atom)$/, '-$1')
    .slice(0, segmentLimit)
}
