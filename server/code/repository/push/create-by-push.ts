import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { Forbidden, Invalid, NotFound } from '#server/errors.ts'
import { namespaceByRef } from '#server/foundation/namespaces/find.ts'
import { nameProblems, pathProblems, problemsOf } from '#server/foundation/namespaces/path.ts'
import { createProject, placeProblems } from '#server/foundation/projects/create.ts'
import { messages } from '../messages.ts'

/**
 * Check whether a push to an unknown path can create a project there. git displays a refusal only before the pack is sent.
 *
 * @param fullPath  of the project to be
 * @throws NotFound  the actor cannot see the parent namespace
 * @throws Forbidden  the actor cannot create projects in it
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
 * Create the private project for a push to an unknown path.
 *
 * @param fullPath  full path of the new project
 * @returns the message for git to display
 * @throws NotFound, Forbidden, Invalid  as `checkCreateByPush`, or the project limit is reached
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
