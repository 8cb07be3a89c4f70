import { load } from '#server/access/load.ts'
import { projectByPath } from '#server/foundation/namespaces/find-project.ts'
import { Namespace, placeNode } from '#server/foundation/namespaces/nodes.ts'
import { resetPrivateToken } from '#server/foundation/users/private-tokens.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { refuseToken } from '#server/slice.ts'
import { refuseWithoutMail } from './answers.ts'

/** @source graphql.md 9.7 */
export function issueMailFields(): void {
  mutation('namespacesRegenerateNewWorkItemEmailAddress', {
    description:
      "Reset the current user's email addresses for creating work items. Emails to the old addresses are rejected.",
    input: t => ({ fullPath: t.id({ required: true, description: 'Full path of the project.' }) }),
    run: async (ctx, { fullPath }): Promise<{ readonly namespaceId: number }> => {
      refuseToken(ctx)
      const { id } = await load(ctx, 'project:create-issue', projectByPath, { namespace: fullPath })
      refuseWithoutMail(ctx)
      await resetPrivateToken(ctx, 'mail')
      return { namespaceId: id }
    },
    payload: t => ({
      namespace: t.field({
        type: Namespace,
        resolve: ({ namespaceId }, _args, context) =>
          namespaceId === undefined ? null : placeNode(context, namespaceId),
      }),
    }),
  })
}
