import type { RawBuilder } from 'kysely'
import type { Context } from '#server/context.ts'
import type { ReferenceMatch, ReferenceSyntax, RenderedReference } from '#server/platform/markdown/references.ts'

/** The project or group of a text, to which its short references belong. */
export interface TextNamespace {
  readonly id: number
  readonly fullPath: string
  /** The ids of the groups from the root down, and of the namespace itself. */
  readonly ancestorIds: readonly number[]
}

/** The target of a match. */
export interface Resolved {
  readonly rendered: RenderedReference
  readonly issuableId?: number
  /** Path of the project or group through which it was found: a text elsewhere has to name it. */
  readonly through?: string
  readonly mention?: { readonly kind: 'user' | 'group'; readonly id: number } | { readonly kind: 'all' }
}

/**
 * One kind of reference, plugged in by the slice that owns its target.
 *
 * The HTML is stored once for all readers, so `resolve` does not check the author's permissions: a target that not
 * every reader of the namespace may know of carries `data.referenceId`, and `visibleIds` says for whom it stays.
 */
export interface ReferenceKind {
  readonly kind: string
  readonly syntaxes: readonly ReferenceSyntax[]
  /** The reference means the same in every namespace. */
  readonly isGlobal?: true
  /** All matches of some texts at once, in one statement. A match that is not in the answer stays as typed. */
  readonly resolve: (
    ctx: Context,
    namespace: TextNamespace | null,
    matches: readonly ReferenceMatch[],
    texts?: number,
  ) => Promise<ReadonlyMap<ReferenceMatch, Resolved>>
  /** A select of one text column `id`: those of the stored ids that the actor may know of. */
  readonly visibleIds?: (ctx: Context, ids: readonly string[]) => RawBuilder<{ readonly id: string }>
}

declare module '#server/context.ts' {
  interface Plugs {
    readonly referenceKinds: readonly ReferenceKind[]
  }
}

/**
 * The full paths a typed path may mean, most likely first: `group/project` is whole, `project` is in the same group.
 */
export function meantPaths(namespace: TextNamespace | null, path: string): readonly string[] {
  const parent = namespace?.fullPath.slice(0, Math.max(0, namespace.fullPath.lastIndexOf('/'))) ?? ''
  if (parent === '') return [path]
  return path.includes('/') ? [path, `${parent}/${path}`] : [`${parent}/${path}`, path]
}

interface PathMatch {
  readonly match: ReferenceMatch
  /** Null: the project or group of the text. */
  readonly path: string | null
}

/**
 * The possible paths of a match, most likely first: in the namespace of the text, or in the namespace that the match
 * names.
 */
export function askedBy(namespace: TextNamespace | null, match: ReferenceMatch): readonly PathMatch[] {
  if (match.path === null) return namespace === null ? [] : [{ match, path: null }]
  return meantPaths(namespace, match.path).map(path => ({ match, path }))
}

/** The path part of the site's own address, with which links inside the site begin. */
export function siteBase(ctx: Context): string {
  const { externalUrl } = ctx.services.settings
  const known = bases.get(externalUrl)
  if (known !== undefined) return known
  const base = new URL(externalUrl).pathname.replace(/\/+$/, '')
  bases.set(externalUrl, base)
  return base
}

const bases = new Map<string, string>()
