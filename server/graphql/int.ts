import { largestInteger } from '#contract/shapes.ts'

/** A sum that may be larger than what `Int` has room for: the largest one stands for all beyond. */
export const asInt = (sum: number): number => Math.min(sum, largestInteger)
