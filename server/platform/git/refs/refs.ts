import type { RefKind } from '#contract/code/ref-kinds.ts'
import { Invalid } from '#server/errors.ts'
import { branchOf, branchRef, isTagRef, refFolders, tagRef } from '#server/platform/git/refs/full-name.ts'
import { batchInfo, objectInfo, readTagObject } from '../cat-file.ts'
import { isOid, type Oid, oid, type Tag } from '../objects.ts'
import { git } from '../run.ts'
import { isSafeRefPath } from './ref-name.ts'
import { fromBytes, hiddenPrefixes, peelRefs, readRef, readRefs, toBytes } from './ref-store.ts'

export type Ref = {
  /** Short: `main`, `v1.0`. */
  readonly name: string
  readonly fullName: string
  /** The target of the ref: a commit, or the tag object of an annotated tag. */
  readonly target: Oid
  /** The commit at the end of it. Equals `target` unless annotated. */
  readonly commitId: Oid
  readonly isAnnotated: boolean
}

export type RefSort = 'name_asc' | 'name_desc' | 'updated_asc' | 'updated_desc' | 'version_asc' | 'version_desc'

type ListRefsOptions = {
  /** `^start`, `end$`, or anything in between; letters of either case. */
  readonly search?: string | undefined
  /** The beginning of the names, in ASCII: only the files of these refs are read. */
  readonly beginning?: string
  readonly sort?: RefSort | undefined
  readonly match?: (name: string) => boolean
}

/** All branches or all tags that match, sorted. The caller takes its page. */
export async function listRefs(
  repo: string,
  kind: RefKind,
  { search, beginning = '', sort = 'name_asc', match }: ListRefsOptions = {},
): Promise<readonly Ref[]> {
  const folder = refFolders[kind]
  const { refs: stored } = await readRefs(repo, [folder + beginning])
  const peeled = kind === 'tag' ? await peelRefs(repo, stored) : new Map<Oid, Oid>()
  const isWanted = matcher(search)
  const refs = stored
    .map(({ name, oid: target }) => {
      const fullName = fromBytes(name)
      const commitId = peeled.get(target) ?? target
      return { name: fullName.slice(folder.length), fullName, target, commitId, isAnnotated: commitId !== target }
    })
    .filter(ref => isWanted(ref.name) && (match === undefined || match(ref.name)))
  switch (sort) {
    case 'name_asc':
      return refs
    case 'name_desc':
      return refs.reverse()
    case 'version_asc':
    case 'version_desc':
      refs.sort((one, other) => byVersion.compare(one.name, other.name))
      return sort === 'version_asc' ? refs : refs.reverse()
    case 'updated_asc':
    case 'updated_desc':
      return byDate(repo, folder, refs, sort === 'updated_desc')
    default:
      return sort satisfies never
  }
}

/** The number of branches or tags. */
export async function countRefs(repo: string, kind: RefKind): Promise<number> {
  return (await readRefs(repo, [refFolders[kind]])).refs.length
}

/** One branch or tag by its short name; null when there is none. */
export async function findRef(repo: string, kind: RefKind, name: string): Promise<Ref | null> {
  if (!isSafeRefPath(name)) return null
  const fullName = refFolders[kind] + name
  const target = await readRef(repo, toBytes(fullName))
  if (target === null) return null
  const commitId = kind === 'branch' ? target : ((await objectInfo(repo, `${target}^{}`))?.oid ?? target)
  return { name, fullName, target, commitId, isAnnotated: commitId !== target }
}

/** The tag object of an annotated tag; null for a plain one. */
export async function readTag(repo: string, ref: Ref): Promise<Tag | null> {
  return ref.isAnnotated ? readTagObject(repo, ref.target) : null
}

export type ResolvedRef = {
  readonly commitId: Oid
  /** The kind of the named object; `sha` for an object name or a revision derived from another. */
  readonly kind: RefKind | 'sha' | 'ref'
  /** Full name of the ref, when it is one. */
  readonly fullName: string | null
}

/**
 * The commit that a branch, tag, full ref name, `HEAD`, or (abbreviated) object name means; `~2` and `^1` may follow.
 * A branch goes before a tag of the same name, and both before an object name.
 *
 * @returns null when there is no such commit; never throws for odd input
 */
export async function resolveRef(repo: string, revision: string): Promise<ResolvedRef | null> {
  const [base = ''] = revision.split(/[~^]/, 1)
  const steps = revision.slice(base.length)
  if (base === '' || steps.length > 40 || !/^(?:[~^]\d*)*$/.test(steps)) return null
  const candidates = candidatesOf(base)
  const infos = await batchInfo(
    repo,
    candidates.map(({ name }) => `${name}${steps}^{commit}`),
  )
  for (const [index, candidate] of candidates.entries()) {
    const info = infos[index]
    if (info != null)
      return { commitId: info.oid, kind: steps === '' ? candidate.kind : 'sha', fullName: candidate.fullName }
  }
  return null
}

/** Like `resolveRef`, with only the commit's id. */
export async function resolveCommit(repo: string, revision: string): Promise<Oid | null> {
  return (await resolveRef(repo, revision))?.commitId ?? null
}

/**
 * The commit whose SHA begins so: a branch or tag may have the beginning of another commit as its name.
 *
 * @param prefix  lowercase hexadecimal digits
 * @returns null when there is none, or more than one
 */
export async function commitWithPrefix(repo: string, prefix: string): Promise<Oid | null> {
  const found = await resolveCommit(repo, prefix)
  if (found === null || found.startsWith(prefix)) return found
  const { stdout } = await git(repo, ['rev-parse', `--disambiguate=${prefix}`])
  const infos = await batchInfo(repo, linesOf(stdout))
  const commits = infos.flatMap(info => (info?.type === 'commit' ? [info.oid] : []))
  return commits.length === 1 ? (commits[0] ?? null) : null
}

/** Refs per git command; the time limit is checked between commands. */
const refsInBatch = 500

interface ContainingRefs {
  readonly refs: readonly { readonly type: RefKind; readonly name: string }[]
  /** Whether the time or count limit was reached before all refs were searched. */
  readonly isCut: boolean
}

/**
 * Branches and tags that contain a commit, by name. In repositories with many refs the search stops at a time limit.
 *
 * @param limit  of each kind
 * @param withinMs  of each kind
 */
export async function containingRefs(
  repo: string,
  commitId: Oid,
  {
    kinds = ['branch', 'tag'],
    limit = 1_000,
    withinMs = 1_500,
  }: { readonly kinds?: readonly RefKind[]; readonly limit?: number; readonly withinMs?: number } = {},
): Promise<ContainingRefs> {
  const lists = await Promise.all(kinds.map(type => containingOfKind(repo, oid(commitId), type, limit, withinMs)))
  return { refs: lists.flatMap(({ refs }) => refs), isCut: lists.some(({ isCut }) => isCut) }
}

async function containingOfKind(
  repo: string,
  commitId: Oid,
  type: RefKind,
  limit: number,
  withinMs: number,
): Promise<ContainingRefs> {
  const endsAt = performance.now() + withinMs
  const folder = refFolders[type]
  const all = (await readRefs(repo, [folder])).refs
  const found: { readonly type: RefKind; readonly name: string }[] = []
  let looked = 0
  while (looked < all.length && found.length < limit && (looked === 0 || performance.now() < endsAt)) {
    const batch = all.slice(looked, looked + refsInBatch)
    looked += batch.length
    const { stdout } = await git(repo, [
      'for-each-ref',
      '--format=%(refname)',
      `--contains=${commitId}`,
      ...batch.map(({ name }) => fromBytes(name)),
    ])
    for (const fullName of linesOf(stdout)) found.push({ type, name: fullName.slice(folder.length) })
  }
  return { refs: found.slice(0, limit), isCut: looked < all.length || found.length > limit }
}

/** Names of the branches whose commits are all in another one already. One at the same commit has nothing that was merged. */
export async function mergedBranches(repo: string, into: Oid): Promise<readonly string[]> {
  const format = '--format=%(objectname) %(refname)'
  const { stdout } = await git(repo, ['for-each-ref', format, `--merged=${oid(into)}`, refFolders.branch])
  return linesOf(stdout)
    .filter(line => !line.startsWith(into))
    .map(line => line.slice(into.length + 1 + refFolders.branch.length))
}

function candidatesOf(base: string): readonly { name: string; kind: ResolvedRef['kind']; fullName: string | null }[] {
  if (isOid(base)) return [{ name: base, kind: 'sha', fullName: null }]
  if (base === 'HEAD') return [{ name: 'HEAD', kind: 'ref', fullName: 'HEAD' }]
  const candidates: { name: string; kind: ResolvedRef['kind']; fullName: string | null }[] = []
  const add = (name: string, kind: ResolvedRef['kind']) => {
    if (!hiddenPrefixes.some(prefix => name.startsWith(prefix))) candidates.push({ name, kind, fullName: name })
  }
  if (isSafeRefPath(base)) {
    if (branchOf(base) !== null) add(base, 'branch')
    else if (isTagRef(base)) add(base, 'tag')
    else if (base.startsWith('refs/')) add(base, 'ref')
    add(branchRef(base), 'branch')
    add(tagRef(base), 'tag')
  }
  if (/^[0-9a-f]{4,40}$/i.test(base)) candidates.push({ name: base.toLowerCase(), kind: 'sha', fullName: null })
  return candidates
}

async function byDate(
  repo: string,
  folder: string,
  refs: readonly Ref[],
  newestFirst: boolean,
): Promise<readonly Ref[]> {
  const { stdout } = await git(repo, ['for-each-ref', '--format=%(creatordate:unix) %(refname)', folder])
  const seconds = new Map<string, number>()
  for (const line of linesOf(stdout)) {
    const space = line.indexOf(' ')
    seconds.set(line.slice(space + 1), Number(line.slice(0, space)))
  }
  const sign = newestFirst ? -1 : 1
  return refs.toSorted((one, other) => sign * ((seconds.get(one.fullName) ?? 0) - (seconds.get(other.fullName) ?? 0)))
}

const byVersion = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function matcher(search: string | undefined): (name: string) => boolean {
  if (search === undefined || search === '') return () => true
  if (search.length > 1_024) throw new Invalid('search is too long')
  const wanted = search.toLowerCase()
  if (wanted.startsWith('^') && wanted.endsWith('$') && wanted.length > 1) {
    return name => name.toLowerCase() === wanted.slice(1, -1)
  }
  if (wanted.startsWith('^')) return name => name.toLowerCase().startsWith(wanted.slice(1))
  if (wanted.endsWith('$')) return name => name.toLowerCase().endsWith(wanted.slice(0, -1))
  return name => name.toLowerCase().includes(wanted)
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n').filter(Boolean)
