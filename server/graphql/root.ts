import { builder } from './builder.ts'
import type { GraphqlContext } from './context.ts'

type Complexity = NonNullable<GraphqlContext['complexity']>

const QueryComplexity = builder.objectRef<Complexity>('QueryComplexity').implement({
  description: 'What a query costs, and may cost.',
  fields: t => ({ limit: t.exposeInt('limit'), score: t.exposeInt('score') }),
})

builder.queryFields(t => ({
  echo: t.string({
    nullable: false,
    description: 'A text, back to who sent it.',
    args: { text: t.arg.string({ required: true }) },
    resolve: (_root, { text }, { weft: { actor } }) =>
      `${actor.kind === 'user' ? actor.username : 'nil'} says: ${text}`,
  }),
  queryComplexity: t.field({
    type: QueryComplexity,
    description: 'What this query costs.',
    resolve: (_root, _args, { complexity }) => complexity,
  }),
}))
