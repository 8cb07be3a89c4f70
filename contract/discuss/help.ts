import { Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Nullable } from '#contract/shapes.ts'

const operation = operationsOf('Help')

export const helpPage = operation({
  name: 'helpPage',
  summary: 'Get a help page',
  at: 'GET /-/pages/help',
  input: Type.Object({
    /** Such as `markdown`; without it the first. */
    topic: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Type.Object({
    topic: Type.String(),
    title: Type.String(),
    html: Type.String(),
    /** The text of the administrators as HTML. */
    siteHtml: Nullable(Type.String()),
    topics: Type.Array(Type.Object({ topic: Type.String(), title: Type.String() })),
  }),
})
