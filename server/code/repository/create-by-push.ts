import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { namespaceByRef } from '#server/foundation/namespaces/find.ts'
import { nameProblems, pathProblems, problemsOf } from '#server/foundation/namespaces/path.ts'
import { createProject, placeProblems } from '#server/foundation/projects/create.ts'
import { messages } from './messages.ts'

/**
 * Whether a push to an unknown path may make a project there. git shows why it may not only before the push is sent.
 *
 * @param fullPath  of the project to be
 * @throws NotFound  its parent is no place that the actor may know
 * @throws Forbidden  they may not make projects in it
 * @throws Invalid  the path cannot be one of a project
 */
export async function checkCreateByPush(ctx: Context, fullPath: string): Promise<void> {
  const { parentPath, path } = split(fullPath)
  const parent = await loadParent(ctx, parentPath)
  const wrong = problemsOf({
    name: nameProblems(path),
    path: pathProblems(path, 'inner'),
    base: placeProblems(parent),
  })
  if (wrong !== null) throw new Invalid(wrong)
}

/**
 * Make the private project that a push to an unknown path asks for.
 *
 * @param fullPath  of the project to be
 * @returns the sentence that tells who pushed
 * @throws NotFound, Forbidden, Invalid  as `checkCreateByPush`, or the limit of projects is reached
 */
export async function createByPush(ctx: Context, fullPath: string): Promise<string> {
  const { parentPath, path } = split(fullPath)
  return transact(ctx, async inner => {
    const parent = await loadParent(inner, parentPath)
    const made = await createProject(inner, parent, { name: path, path, visibility: 'private' })
    return messages.createdProject(made.fullPath, `${ctx.services.settings.externalUrl}/${made.fullPath}`)
  })
}

function split(fullPath: string): { readonly parentPath: string; readonly path: string } {
  const slash = fullPath.lastIndexOf('/')
  if (slash <= 0) throw new NotFound('Project')
  return { parentPath: fullPath.slice(0, slash), path: fullPath.slice(slash + 1) }
}

const loadParent = (ctx: Context, parentPath: string) =>
  load(ctx, 'namespace:create-project', namespaceByRef, { id: parentPath }).catch((error: unknown) => {
    if (error instanceof Forbidden) throw new Forbidden(messages.noNewProject(parentPath), { cause: error })
    throw error
  })
