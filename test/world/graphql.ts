import type { Context } from '#server/context.ts'
import { schemaOf } from '#server/graphql/schema.ts'
import { slices } from '#server/slices.ts'
import { executing } from '#server/transport/graphql/execute.ts'
import type { Budget } from '#server/transport/graphql/measure.ts'
import { performGraphql } from '#server/transport/graphql/perform.ts'

interface GraphqlReply {
  readonly status: number
  // A test says what it expects to find.
  // biome-ignore lint/suspicious/noExplicitAny: the shape is the query's
  readonly data: any
  readonly errors: readonly { readonly message: string; readonly extensions?: unknown; readonly path?: unknown }[]
}

/** Run a GraphQL query as a user, with the limits and errors of the door. */
export async function askGraphql(
  ctx: Context,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
  rights: { readonly mayWrite?: boolean; readonly budget?: Budget } = {},
): Promise<GraphqlReply> {
  const schema = schemaOf(slices)
  const answer = await performGraphql(ctx, { query, variables, operationName: null }, executing(schema), {
    mayWrite: true,
    ...rights,
  })
  if (answer.bugs.length > 0) throw answer.bugs[0]
  return { status: answer.status, data: answer.body.data, errors: answer.body.errors ?? [] }
}
