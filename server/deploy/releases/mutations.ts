import { sql } from 'kysely'
import type { ReleaseLinkType } from '#contract/deploy/release-words.ts'
import { load } from '#server/access/load.ts'
import { type Context, transact } from '#server/context.ts'
import { NotFound } from '#server/errors.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { builder } from '#server/graphql/builder.ts'
import type { Maybe } from '#server/graphql/maybe.ts'
import { type InputFields, mutation } from '#server/graphql/mutation.ts'
import { createLink, deleteLink, updateLink } from './change-links.ts'
import { createRelease } from './create.ts'
import { deleteRelease } from './delete.ts'
import { Release, ReleaseAssetLink, ReleaseAssetLinkType, releaseAfter } from './fields.ts'
import { releaseOf } from './find.ts'
import type { LinkInput } from './links.ts'
import { presentLink, showReleases } from './present.ts'
import { updateRelease } from './update.ts'

const administered = (ctx: Context, id: number | string) => load(ctx, 'project:admin-releases', projectByRef, { id })

interface LinkFields {
  readonly name?: Maybe<string>
  readonly url?: Maybe<string>
  readonly linkType?: Maybe<ReleaseLinkType>
  readonly directAssetPath?: Maybe<string>
}

const linkOf = ({ name, url, linkType, directAssetPath }: LinkFields): LinkInput => ({
  name: name ?? undefined,
  url: url ?? undefined,
  linkType: linkType ?? undefined,
  directAssetPath,
})

const linkFields = (t: InputFields, required: boolean) => ({
  name: t.string({ required }),
  url: t.string({ required }),
  linkType: t.field({ type: ReleaseAssetLinkType }),
  directAssetPath: t.string(),
})

const releaseFields = (t: InputFields) => ({
  projectPath: t.id({ required: true }),
  tagName: t.string({ required: true }),
  name: t.string(),
  description: t.string(),
  releasedAt: t.field({ type: 'Time' }),
  milestones: t.stringList(),
})

/** The project and the tag of a link. The caller has to load the project. @throws NotFound */
async function placeOfLink(ctx: Context, linkId: number) {
  const { rows } = await sql<{ projectId: number; tag: string }>`
    select r.project_id, r.tag from release_links l join releases r on r.id = l.release_id where l.id = ${linkId}`.execute(
    ctx.db,
  )
  const [found] = rows
  if (found === undefined) throw new NotFound('Link')
  return found
}

/** The mutations of releases and their links. @source graphql.md 9 */
export function releaseMutations(): void {
  const LinkInput = builder.inputType('ReleaseAssetLinkInput', {
    description: 'A link of a release.',
    fields: t => linkFields(t, true),
  })
  const AssetsInput = builder.inputType('ReleaseAssetsInput', {
    description: 'The files of a release.',
    fields: t => ({ links: t.field({ type: [LinkInput] }) }),
  })

  mutation('releaseCreate', {
    description: 'Create a release.',
    transaction: 'own',
    input: t => ({
      ...releaseFields(t),
      ref: t.string(),
      tagMessage: t.string(),
      assets: t.field({ type: AssetsInput }),
    }),
    run: async (ctx, { projectPath, tagName, releasedAt, milestones, assets, ...given }) => {
      const project = await administered(ctx, projectPath)
      const links = (assets?.links ?? []).map(link => ({
        name: link.name ?? '',
        url: link.url ?? '',
        linkType: link.linkType ?? 'other',
        directAssetPath: link.directAssetPath ?? null,
      }))
      const id = await createRelease(ctx, project, {
        tagName,
        name: given.name ?? null,
        description: given.description ?? null,
        ref: given.ref ?? null,
        tagMessage: given.tagMessage ?? null,
        ...(releasedAt != null && { releasedAt }),
        ...(milestones != null && { milestones }),
        assets: { links },
      })
      return { id }
    },
    payload: t => ({
      release: t.field({
        type: Release,
        resolve: ({ id }, _args, context) => (id === undefined ? null : releaseAfter(context, id)),
      }),
    }),
  })
  mutation('releaseUpdate', {
    description: 'Update a release.',
    input: releaseFields,
    run: async (ctx, { projectPath, name, description, releasedAt, milestones, tagName }) => {
      const project = await administered(ctx, projectPath)
      const { id } = await updateRelease(ctx, project, {
        tagName,
        ...(name != null && { name }),
        ...(description != null && { description }),
        ...(releasedAt != null && { releasedAt }),
        ...(milestones != null && { milestones }),
      })
      return { id }
    },
    payload: t => ({
      release: t.field({
        type: Release,
        resolve: ({ id }, _args, context) => (id === undefined ? null : releaseAfter(context, id)),
      }),
    }),
  })
  mutation('releaseDelete', {
    description: 'Delete a release. Its tag is kept.',
    transaction: 'own',
    input: t => ({ projectPath: t.id({ required: true }), tagName: t.string({ required: true }) }),
    run: async (ctx, { projectPath, tagName }) => {
      const project = await administered(ctx, projectPath)
      const { id } = await releaseOf(ctx, project, tagName)
      const [release] = await showReleases(ctx, [project], [id], { withHtml: true })
      await transact(ctx, inner => deleteRelease(inner, project, tagName))
      return { release }
    },
    payload: t => ({
      release: t.field({
        type: Release,
        description: 'The release as it was.',
        resolve: ({ release }) => release ?? null,
      }),
    }),
  })
  mutation('releaseAssetLinkCreate', {
    description: 'Add a link to a release.',
    input: t => ({
      projectPath: t.id({ required: true }),
      tagName: t.string({ required: true }),
      ...linkFields(t, true),
    }),
    run: async (ctx, { projectPath, tagName, ...given }) => {
      const project = await administered(ctx, projectPath)
      return { link: presentLink(ctx, project, tagName, await createLink(ctx, project, tagName, linkOf(given))) }
    },
    payload: t => ({ link: t.field({ type: ReleaseAssetLink, resolve: ({ link }) => link ?? null }) }),
  })
  mutation('releaseAssetLinkUpdate', {
    description: 'Update a link of a release.',
    input: t => ({ id: t.field({ type: 'ReleasesLinkID', required: true }), ...linkFields(t, false) }),
    run: async (ctx, { id, ...given }) => {
      const { projectId, tag } = await placeOfLink(ctx, id)
      const project = await administered(ctx, projectId)
      return { link: presentLink(ctx, project, tag, await updateLink(ctx, project, tag, id, linkOf(given))) }
    },
    payload: t => ({ link: t.field({ type: ReleaseAssetLink, resolve: ({ link }) => link ?? null }) }),
  })
  mutation('releaseAssetLinkDelete', {
    description: 'Delete a link of a release.',
    input: t => ({ id: t.field({ type: 'ReleasesLinkID', required: true }) }),
    run: async (ctx, { id }) => {
      const { projectId, tag } = await placeOfLink(ctx, id)
      const project = await administered(ctx, projectId)
      return { link: presentLink(ctx, project, tag, await deleteLink(ctx, project, tag, id)) }
    },
    payload: t => ({ link: t.field({ type: ReleaseAssetLink, resolve: ({ link }) => link ?? null }) }),
  })
}
