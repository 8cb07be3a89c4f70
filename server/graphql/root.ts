import { builder } from './builder.ts'
import type { GraphqlContext } from './context.ts'

type Complexity = NonNullable<GraphqlContext['complexity']>

const QueryComplexity = builder.objectRef<Complexity>('QueryComplexity').implement({
  description: 'Query complexity and its limit.',
  fields: t => ({ limit: t.exposeInt('limit'), score: t.exposeInt('score') }),
})

builder.queryFields(t => ({
  echo: t.string({
    nullable: false,
    description: 'Returns the given text.',
    args: { text: t.arg.string({ required: true }) },
    resolve: (_root, { text }, { weft: { actor } }) =>
      `${actor.kind === 'user' ? actor.username : 'nil'} says: ${text}`,
  }),
  queryComplexity: t.field({
    type: QueryComplexity,
    description: 'Complexity of this query and its limit.',
    resolve: (_root, _args, { complexity }) => complexity,
  }),
}))
