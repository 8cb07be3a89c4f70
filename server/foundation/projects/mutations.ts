import { load } from '#server/access/load.ts'
import { Unchanged } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { placeNode } from '#server/foundation/namespaces/nodes.ts'
import { mutation } from '#server/graphql/mutation.ts'
import { setStarred } from './star.ts'

interface Starred {
  readonly projectId: number
}

export function projectsMutations(): void {
  mutation('starProject', {
    description: 'Star or unstar a project.',
    input: t => ({
      projectId: t.field({ type: 'ProjectID', required: true }),
      starred: t.boolean({ required: true }),
    }),
    run: async (ctx, { projectId, starred }): Promise<Starred> => {
      const project = await load(ctx, 'project:star', projectByRef, { id: projectId })
      try {
        await setStarred(ctx, project, starred)
      } catch (error) {
        // The project already has that state.
        if (!(error instanceof Unchanged)) throw error
      }
      return { projectId }
    },
    payload: t => ({
      count: t.string({
        description: 'Number of stars. Null if the mutation failed.',
        nullable: false,
        resolve: async ({ projectId }, _args, context) =>
          projectId === undefined ? '' : String((await placeNode(context, projectId))?.project?.star_count ?? 0),
      }),
    }),
  })
}
