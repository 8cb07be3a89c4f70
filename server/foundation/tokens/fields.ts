import { tokenScopes } from '#contract/foundation/tokens.ts'
import { isAdmin } from '#server/access/facts.ts'
import { selfId } from '#server/context.ts'
import { builder, words } from '#server/graphql/builder.ts'
import { mutation, type PayloadFields } from '#server/graphql/mutation.ts'
import { refuseToken } from '#server/slice.ts'
import { createToken } from './create.ts'
import { ownOrAny, ownOrAnyToRotate } from './find.ts'
import { revokeToken } from './revoke.ts'
import { rotateToken } from './rotate.ts'

interface Made {
  /** The text of the token, which is shown once. */
  readonly token: string
}

const made = (t: PayloadFields<Made>) => ({
  token: t.string({
    description: 'The token. It is shown only once.',
    resolve: ({ token }) => token ?? null,
  }),
})

/** @source graphql.md 9.8 */
export function tokenMutations(): void {
  const Scope = builder.enumType('PersonalAccessTokenScope', { values: words(tokenScopes) })
  mutation('personalAccessTokenCreate', {
    description: 'Create a personal access token for the current user. Requires a session.',
    input: t => ({
      name: t.string({ required: true }),
      description: t.string(),
      scopes: t.field({ type: [Scope], required: true }),
      expiresAt: t.field({ type: 'ISO8601Date' }),
    }),
    run: async (ctx, { name, description, scopes, expiresAt }): Promise<Made> => {
      // A token must not create one with scopes that it does not have.
      refuseToken(ctx)
      const given = {
        userId: selfId(ctx),
        name,
        description: description ?? null,
        scopes,
        expiresAt: expiresAt ?? null,
      }
      const { token } = await createToken(ctx, given, isAdmin(ctx.actor))
      return { token }
    },
    payload: made,
  })
  mutation('personalAccessTokenRotate', {
    description: 'Replace a personal access token with a new one that has the same name and scopes.',
    input: t => ({
      id: t.field({ type: 'PersonalAccessTokenID', required: true }),
      expiresAt: t.field({ type: 'ISO8601Date', description: 'Defaults to one week from now.' }),
    }),
    transaction: 'own',
    run: async (ctx, { id, expiresAt }): Promise<Made> => {
      const { token } = await rotateToken(ctx, await ownOrAnyToRotate(ctx, id), expiresAt ?? undefined)
      return { token }
    },
    payload: made,
  })
  mutation('personalAccessTokenRevoke', {
    description: 'Revoke a personal access token.',
    input: t => ({ id: t.field({ type: 'PersonalAccessTokenID', required: true }) }),
    run: async (ctx, { id }): Promise<object> => {
      await revokeToken(ctx, await ownOrAny(ctx, id))
      return {}
    },
    payload: () => ({}),
  })
}
