import { TooLarge } from '#server/errors.ts'
import { ByteCache } from '#server/platform/caches/byte-cache.ts'
import type { ChangedFile } from '#server/platform/git/commits/changed-files.ts'
import { fileModes, type Oid, oid, type TreeEntry } from '#server/platform/git/objects.ts'
import { git } from '#server/platform/git/run.ts'
import type { DiffSource } from './diff-source.ts'

type Submodule = Pick<ChangedFile, 'aMode' | 'bMode' | 'oldPath' | 'newPath' | 'oldId' | 'newId'>

export const isSubmodule = ({ aMode, bMode }: Pick<ChangedFile, 'aMode' | 'bMode'>): boolean =>
  aMode === fileModes.submodule || bMode === fileModes.submodule

/** The address at which the repository of a submodule is shown. */
interface Home {
  readonly url: string
  /** The addresses of its commits; null on hosts whose addresses are not known. */
  readonly tree: ((sha: string) => string) | null
  readonly compare: ((oldSha: string, newSha: string) => string) | null
}

/** The fields of a submodule in a diff. @param file null: none */
export function submoduleOf(file: Submodule | null, homes: Homes) {
  const [oldSha, newSha] =
    file === null
      ? [null, null]
      : [file.aMode === fileModes.submodule ? file.oldId : null, file.bMode === fileModes.submodule ? file.newId : null]
  const home = file === null ? null : (homes(file) ?? null)
  const sha = newSha ?? oldSha
  return {
    submodule: file !== null,
    submoduleTreeUrl: sha === null ? null : (home?.tree?.(sha) ?? null),
    submoduleLink: home?.url ?? null,
    submoduleCompare:
      oldSha === null || newSha === null ? null : { oldSha, newSha, url: home?.compare?.(oldSha, newSha) ?? null },
  }
}

type Homes = (file: Submodule) => Home | undefined

/** The addresses of the submodules among some files, by the `.gitmodules` of their commit. */
export async function submoduleHomes(source: DiffSource, files: readonly ChangedFile[]): Promise<Homes> {
  const own = files.filter(isSubmodule)
  const [before, after] = await Promise.all([
    source.from !== null && own.some(file => file.bMode !== fileModes.submodule)
      ? addressesIn(source, source.from)
      : null,
    own.some(file => file.bMode === fileModes.submodule) ? addressesIn(source, source.to) : null,
  ])
  return file => {
    const address = file.bMode === fileModes.submodule ? after?.get(file.newPath) : before?.get(file.oldPath)
    return address === undefined ? undefined : (homeOf(address, source.namespace) ?? undefined)
  }
}

/**
 * The addresses of the submodules among the entries of a folder, at their commits where addresses of commits are known.
 */
export async function submoduleHrefs(
  source: Pick<DiffSource, 'dir' | 'namespace'>,
  commitId: Oid,
  entries: readonly TreeEntry[],
): Promise<(entry: TreeEntry) => string | null> {
  const addresses = entries.some(({ type }) => type === 'commit') ? await addressesIn(source, commitId) : null
  return ({ type, path, id }) => {
    const address = type === 'commit' ? addresses?.get(path) : undefined
    const home = address === undefined ? null : homeOf(address, source.namespace)
    return home?.tree?.(id) ?? home?.url ?? null
  }
}

type Addresses = ReadonlyMap<string, string>

const kept = new ByteCache<string, Addresses>({
  name: 'submodules',
  maxBytes: 256 * 1024,
  sizeOf: addresses => [...addresses].reduce((sum, [path, url]) => sum + 2 * (path.length + url.length) + 100, 200),
})

const maxModulesBytes = 128 * 1024

/** Addresses of submodules by their paths; none where the file is missing, too long or malformed. */
async function addressesIn({ dir }: Pick<DiffSource, 'dir'>, commitId: Oid): Promise<Addresses> {
  const known = kept.get(commitId)
  if (known !== undefined) return known
  // A missing or malformed file ends git with one of these.
  const accept = [1, 3, 128]
  const args = ['config', '-z', '--blob', `${oid(commitId)}:.gitmodules`, '--list']
  const stdout = await git(dir, args, { accept, maxBytes: maxModulesBytes }).then(
    result => result.stdout.toString('utf8'),
    error => {
      if (error instanceof TooLarge) return ''
      throw error
    },
  )
  const parts = new Map<string, { path?: string; url?: string }>()
  for (const entry of stdout.split('\0')) {
    const [, name, key, value] = /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(entry) ?? []
    if (name === undefined || key === undefined || value === undefined) continue
    parts.set(name, { ...parts.get(name), [key]: value })
  }
  const addresses = new Map(
    [...parts.values()].flatMap(({ path, url }) =>
      path === undefined || url === undefined ? [] : [[path, url] as const],
    ),
  )
  kept.set(commitId, addresses)
  return addresses
}

const segment = /^(?!\.{1,2}$)[\w.-]+$/

/**
 * The page of the repository at an address: only pages that a browser opens by `http` or `https`.
 *
 * @param namespace  full path of the project that has the submodule, for relative addresses
 */
export function homeOf(address: string, namespace: string): Home | null {
  if (/^\.\.?\//.test(address)) {
    const path = relative(address, namespace)
    return path === null ? null : { url: path, ...ofWeft(path) }
  }
  const [, host, ofHost] = /^(?:ssh:\/\/)?git@(github\.com|gitlab\.com)[:/](.+)$/.exec(address) ?? []
  const url = parsed(host === undefined ? address : `https://${host}/${ofHost}`)
  if (url === null) return null
  const base = `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\.git$/, '')}`
  if (url.host === 'gitlab.com') return { url: base, ...ofWeft(base) }
  if (url.host !== 'github.com') return { url: base, tree: null, compare: null }
  return {
    url: base,
    tree: sha => `${base}/tree/${sha}`,
    compare: (oldSha, newSha) => `${base}/compare/${oldSha}...${newSha}`,
  }
}

/** The addresses of commits on this site and on those that have the same. */
const ofWeft = (base: string) => ({
  tree: (sha: string) => `${base}/-/tree/${sha}`,
  compare: (oldSha: string, newSha: string) => `${base}/-/compare/${oldSha}...${newSha}`,
})

/** A path of this site, as git resolves it against the address of the project; null for one outside of it. */
function relative(address: string, namespace: string): string | null {
  const parts = namespace.split('/')
  for (const part of address
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split('/')) {
    if (part === '.') continue
    if (part === '..') {
      if (parts.pop() === undefined) return null
    } else if (segment.test(part)) parts.push(part)
    else return null
  }
  return parts.length < 2 ? null : `/${parts.join('/')}`
}

function parsed(address: string): URL | null {
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : null
  return url === null || url.pathname === '/' ? null : url
}
