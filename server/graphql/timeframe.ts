import { builder } from './builder.ts'

/** @source graphql.md 10 */
export const Timeframe = builder.inputType('Timeframe', {
  description: 'The days of a period, both included.',
  fields: t => ({ start: t.field({ type: 'Date', required: true }), end: t.field({ type: 'Date', required: true }) }),
})

export interface Days {
  readonly start: string
  readonly end: string
}
