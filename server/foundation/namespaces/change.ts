import type { PlaceKind } from '#contract/foundation/places.ts'
import type { Visibility } from '#contract/shapes.ts'
import type { Context } from '#server/context.ts'
import { Invalid } from '#server/errors.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import { renderDescription } from './describe.ts'
import { emailsEnabledOf } from './emails-enabled.ts'
import { nameProblems, pathProblems, problemsOf } from './path.ts'
import { moveNamespace } from './tree.ts'

interface NamespaceName {
  readonly id: number
  readonly name: string
  readonly path: string
  readonly fullPath: string
  readonly parentId: number | null
}

/** A new name or path; fields that are left out stay. */
interface Naming {
  readonly name?: string
  readonly path?: string
}

/** @throws Invalid  the new name or path is not possible there */
export function checkNaming(now: NamespaceName, { name = now.name, path = now.path }: Naming): void {
  const wrong = problemsOf({
    name: name === now.name ? [] : nameProblems(name),
    path: path === now.path ? [] : pathProblems(path, now.parentId === null ? 'top' : 'inner'),
  })
  if (wrong !== null) throw new Invalid(wrong)
}

/**
 * Give a project or group another name or path, checked before.
 *
 * @returns its full path before and after, or null if it stays
 */
export async function rename(
  ctx: Context,
  kind: PlaceKind,
  now: NamespaceName,
  { name = now.name, path = now.path }: Naming,
): Promise<{ readonly from: string; readonly to: string } | null> {
  if (name === now.name && path === now.path) return null
  const { fullPath } = await moveNamespace(ctx, { id: now.id, kind, parentId: now.parentId, name, path })
  return path === now.path ? null : { from: now.fullPath, to: fullPath }
}

/** Save the settings that projects and groups have alike. */
export async function saveShared(
  ctx: Context,
  id: number,
  given: {
    readonly visibility: Visibility | undefined
    readonly description?: string | null
    readonly emailsEnabled?: boolean
    readonly emailsDisabled?: boolean
  },
): Promise<void> {
  const { visibility, description } = given
  const columns = withoutUndefined({
    visibility,
    emailsEnabled: emailsEnabledOf(given),
    description: description === null ? '' : description,
    descriptionHtml:
      description === undefined ? undefined : await renderDescription(ctx.services.settings, description ?? ''),
  })
  await ctx.db
    .updateTable('namespaces')
    .set({ ...columns, updatedAt: ctx.now })
    .where('id', '=', id)
    .execute()
}
