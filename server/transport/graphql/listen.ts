import type { FastifyRequest } from 'fastify'
import { type ExecutionArgs, GraphQLError, type GraphQLSchema } from 'graphql'
import type { Context } from '#server/context.ts'
import { createGraphqlContext, type Watch } from '#server/graphql/context.ts'
import { accessTopic } from '#server/platform/events/access-topic.ts'
import {
  type AuthenticationParts,
  authenticate,
  type Identity,
  Refusal,
} from '#server/transport/session/authenticate.ts'
import type { Connection } from '#server/transport/session/connections.ts'
import { problemsOf } from './document.ts'
import { Budget } from './measure.ts'
import { admit, type GraphqlRequest, limitsOf } from './perform.ts'
import { presentErrors } from './present-errors.ts'

/** Subscriptions at once on one socket. */
export const maxSubscriptions = 100

/** A page of another site must not listen with this person's cookie. */
export function isForeign({ headers: { origin, host } }: FastifyRequest): boolean {
  return origin !== undefined && URL.parse(origin)?.host !== host
}

/** The subscriber on a socket. @throws Refusal  an anonymous one, or a token without the scope */
export async function identifyListener(parts: AuthenticationParts, request: FastifyRequest): Promise<Identity> {
  // A browser cannot give a socket headers; its session is the cookie, and a program's token may be in the address.
  const identity = await authenticate(parts, request, request.query as Readonly<Record<string, unknown>>)
  if (identity.via === 'token' && !identity.scopes.some(scope => scope === 'api' || scope === 'read_api'))
    throw new Refusal(403, { message: '403 Forbidden' })
  return identity
}

/** Live topics for one connection: every read waits for a pending identity check, and permission changes are watched too. */
export function watchAs(watch: Watch, { actor }: Identity, connection: Connection): Watch {
  const own = actor.kind === 'user' ? [accessTopic('user', actor.id)] : []
  return (topics, look) => watch([...topics, ...own], async () => ((await connection.isAllowed()) ? look() : 'gone'))
}

/** A subscription ready to run, or its error. */
export function admitSubscription(
  schema: GraphQLSchema,
  weft: Context,
  watch: Watch,
  asked: GraphqlRequest,
): ExecutionArgs | readonly GraphQLError[] {
  try {
    const { read, operation } = admit(new Budget(limitsOf(weft)), asked)
    if (operation.operation !== 'subscription')
      return [new GraphQLError('Only subscriptions are accepted over the WebSocket')]
    const problems = problemsOf(schema, read)
    if (problems.length > 0) return problems
    return {
      schema,
      document: read.document,
      variableValues: asked.variables,
      operationName: asked.operationName,
      contextValue: createGraphqlContext({ weft, mayWrite: false, watch }),
      rootValue: {},
    }
  } catch (error) {
    return presentErrors([error]).errors.map(({ message }) => new GraphQLError(message))
  }
}
