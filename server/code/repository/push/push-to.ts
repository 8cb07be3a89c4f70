import { refuseOwnedFiles } from '#server/code/code-owners/refuse-push.ts'
import { type Context, userIdOf } from '#server/context.ts'
import { type MoveRefs, updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { markPush } from './lost-pushes.ts'
import { type Pushed, recordPush } from './push.ts'

/**
 * What moves refs of a project, all of them or none, and records that as a push. Updates that change files of code owners are refused
 * where the branch requires their approval. It is written down first what is about to move, so that a server that dies in between
 * makes up for it at its next start.
 */
export function pushTo(ctx: Context, project: Pushed): MoveRefs {
  return async (dir, updates) => {
    await refuseOwnedFiles(ctx, project, dir, updates)
    const mark = await markPush(ctx, project.id, userIdOf(ctx), updates)
    try {
      await updateRefs(dir, updates)
    } catch (error) {
      await mark.clear()
      throw error
    }
    await recordPush(ctx, project, updates)
    await mark.clear()
  }
}
