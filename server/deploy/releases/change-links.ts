import type { Context } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { checkTag } from './create.ts'
import { type AdministeredProject, releaseOf } from './find.ts'
import { addLinks, changeLink, checkLink, type LinkInput, type LinkRow, linkOf, linksOf, removeLink } from './links.ts'
import { recordUpdate } from './update.ts'

/** @throws Invalid  the link · @throws Forbidden  the tag is protected */
export async function createLink(
  ctx: Context,
  project: AdministeredProject,
  tag: string,
  given: LinkInput,
): Promise<LinkRow> {
  const release = await releaseToChange(ctx, project, tag)
  await addLinks(ctx, release.id, [checkLink(given)])
  await recordUpdate(ctx, project, release)
  const [link] = await linksOf(ctx, release.id)
  if (link === undefined) throw new NotFound('Link')
  return link
}

/** @throws Invalid  the link · @throws Forbidden  the tag is protected */
export async function updateLink(
  ctx: Context,
  project: AdministeredProject,
  tag: string,
  linkId: number,
  changes: LinkInput,
): Promise<LinkRow> {
  const release = await releaseToChange(ctx, project, tag)
  await changeLink(ctx, linkId, checkLink(changes, await linkOf(ctx, release.id, linkId)))
  await recordUpdate(ctx, project, release)
  return linkOf(ctx, release.id, linkId)
}

/** @returns the link as it was · @throws Forbidden  the tag is protected */
export async function deleteLink(
  ctx: Context,
  project: AdministeredProject,
  tag: string,
  linkId: number,
): Promise<LinkRow> {
  const release = await releaseToChange(ctx, project, tag)
  const link = await linkOf(ctx, release.id, linkId)
  await removeLink(ctx, link.id)
  await recordUpdate(ctx, project, release)
  return link
}

/** A release whose links the actor may change: not those of a protected tag that they may not create. */
async function releaseToChange(ctx: Context, project: AdministeredProject, tag: string) {
  const release = await releaseOf(ctx, project, tag)
  await checkTag(ctx, project, tag)
  return release
}
