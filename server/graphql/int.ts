import { largestInteger } from '#contract/shapes.ts'

/** A sum that may be larger than `Int`: the largest value stands for all above. */
export const asInt = (sum: number): number => Math.min(sum, largestInteger)
