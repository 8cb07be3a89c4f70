import type { Static } from 'typebox'
import type { ConstraintInput } from '#contract/deploy/feature-flags/flags.ts'
import type { StrategyState } from './flag.ts'

/** Constraints as a caller describes them, in the form in which they are stored. */
export const constraintsFrom = (given: readonly Static<typeof ConstraintInput>[]): StrategyState['constraints'] =>
  given.map(({ contextName, operator, values = [], value = null, inverted = false, caseInsensitive = false }) => ({
    ...{ contextName, operator, value, inverted, caseInsensitive },
    values: values.map(each => each.trim()).filter(Boolean),
  }))
