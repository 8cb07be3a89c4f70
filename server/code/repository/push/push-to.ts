import { refuseOwnedFiles } from '#server/code/code-owners/refuse-push.ts'
import type { Context } from '#server/context.ts'
import { type MoveRefs, updateRefs } from '#server/platform/git/writing/update-refs.ts'
import { markPush } from './journal.ts'
import { recordSoon } from './lost-pushes.ts'
import { type Pushed, recordPush } from './push.ts'

/**
 * A function that moves refs of a project, all of them or none, and records that as a push. Updates that change files
 * of code owners are refused where the branch requires their approval. The journal holds the planned moves, so that
 * they are recorded later if the server dies in between, or the database fails.
 */
export function pushTo(ctx: Context, project: Pushed): MoveRefs {
  return async (dir, updates) => {
    await refuseOwnedFiles(ctx, project, dir, updates)
    const mark = await markPush(ctx, project.id, updates)
    try {
      await updateRefs(dir, updates)
    } catch (error) {
      await mark.clear()
      throw error
    }
    try {
      await recordPush(ctx, project, updates, { mark: mark.key })
    } catch (error) {
      mark.leave()
      recordSoon(ctx)
      throw error
    }
    await mark.recorded()
  }
}
