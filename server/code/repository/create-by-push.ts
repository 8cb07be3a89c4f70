import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { namespaceByRef } from '#server/foundation/namespaces/find.ts'
import { createProject } from '#server/foundation/projects/create.ts'

/**
 * Make the private project that a push to an unknown path asks for.
 *
 * @param fullPath  of the project to be
 * @throws NotFound  its parent is no place where the actor may make one
 * @throws Invalid  the path cannot be one of a project
 */
export async function createByPush(ctx: Context, fullPath: string): Promise<void> {
  const slash = fullPath.lastIndexOf('/')
  if (slash <= 0) throw new NotFound('Project')
  const path = fullPath.slice(slash + 1)
  await transact(ctx, async inner => {
    const parent = await load(inner, 'namespace:create-project', namespaceByRef, { id: fullPath.slice(0, slash) })
    await createProject(inner, parent, { name: path, path, visibility: 'private' })
  })
}
