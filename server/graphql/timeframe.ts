import { builder } from './builder.ts'

/** @source graphql.md 10 */
export const Timeframe = builder.inputType('Timeframe', {
  description: 'A range of dates, both inclusive.',
  fields: t => ({ start: t.field({ type: 'Date', required: true }), end: t.field({ type: 'Date', required: true }) }),
})

export interface Days {
  readonly start: string
  readonly end: string
}
