import { join } from 'node:path'
import { firstPages } from './first-script.ts'

interface Modules {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

/**
 * The chunks of the modules that the first pages read: what all of them read, or one of them, apart from what pages of
 * other areas share with them. Nothing else is in these chunks, so that a first page waits for nothing that only others
 * need. The dialogs and forms that they load when they are opened are in chunks likewise: a request costs a browser
 * more than the script of one more form.
 *
 * @param test  the modules in question
 */
export function firstChunks(web: string, test: RegExp) {
  let owners: ReadonlyMap<string, string> | null = null
  const chunkOf = (id: string, modules: Modules): string | null => {
    owners ??= ownersOf(web, modules)
    const owner = owners.get(id)
    if (owner === undefined) return null
    if (owner === shared || owner === partsOf(shared)) return owner
    if (isOfPages(id)) return owner
    return owner.endsWith(parts) ? partsOf(shared) : kitOf(owner)
  }
  // A chunk takes what its modules import along, where no chunk before it has: what is shared comes first.
  const pages = firstPages.map(({ chunk }) => chunk)
  const inOrder = [shared, ...pages.map(kitOf), ...pages, ...[shared, shell, ...pages].map(partsOf)]
  return inOrder.map((wanted, index) => ({
    name: (id: string, modules: Modules) => (chunkOf(id, modules) === wanted ? wanted : null),
    debugName: wanted,
    test,
    // Left to the next group, what a part that comes later reads as well would bring all of that group along.
    minShareCount: 1,
    priority: 0.9 - index / 100,
  }))
}

/**
 * The chunk of the addresses of all other pages, with what only they and their pages read. The document of such a page
 * names it beside the page.
 */
export function morePagesChunk(web: string, test: RegExp) {
  let own: ReadonlySet<string> | null = null
  return {
    name: (id: string, modules: Modules) => {
      own ??= ownOf(web, modules)
      return own.has(id) ? morePages : null
    },
    debugName: morePages,
    test,
    minShareCount: 1,
    // Lower than the first pages: otherwise it would contain the modules that it shares with them.
    priority: 0.7,
  }
}

function ownOf(web: string, modules: Modules): ReadonlySet<string> {
  const read = reach(modules, [[morePages, join(web, `${morePages}.ts`)]])
  const first = readersOf(web, modules)
  return new Set([...read.keys()].filter(id => !first.has(id)))
}

const morePages = 'more-pages'
const shared = 'issues'
const shell = 'shell'
const parts = 'parts'
// The rest are the parts that pages of every area are built from.
const isOfPages = (id: string) => /[\\/](?:discuss|plan|shell)[\\/]/.test(id)
const partsOf = (owner: string) => `${owner}-${parts}`
const kitOf = (owner: string) => `${owner}-kit`

/** @returns the page that needs each module, by its chunk's name, or that opens what needs it */
function ownersOf(web: string, modules: Modules): ReadonlyMap<string, string> {
  const openers = new Map<string, Set<string>>()
  const readers = readersOf(web, modules, (owner, part) => add(openers, part, owner))
  for (const id of reach(modules, [[morePages, join(web, `${morePages}.ts`)]]).keys()) readers.get(id)?.add(morePages)
  reach(modules, [[shell, join(web, 'app.tsx')]], (owner, part) => {
    if (part.startsWith(join(web, 'shell/'))) add(openers, part, owner)
  })
  const forms = [...openers].filter(([part]) => part.endsWith('.tsx') && !readers.has(part))
  const partReaders = reach(
    modules,
    forms.flatMap(([form, owners]) => [...owners].map(owner => [owner, form] as const)),
  )
  const owned = new Map<string, string>()
  for (const [id, owners] of partReaders) owned.set(id, partsOf(onlyOf(owners)))
  for (const [id, owners] of readers) {
    const isInPart = isOfPages(id) && partReaders.has(id)
    owned.set(id, onlyOf(isInPart ? new Set([...owners, ...(partReaders.get(id) ?? [])]) : owners))
  }
  // The page itself is in the chunk of its own name, which the document looks up.
  for (const { module } of firstPages) owned.delete(join(web, module))
  return owned
}

/** @returns the first pages that read each module, by the names of their chunks */
const readersOf = (web: string, modules: Modules, onPart?: (owner: string, part: string) => void) =>
  reach(
    modules,
    firstPages.map(({ module, chunk }) => [chunk, join(web, module)] as const),
    onPart,
  )

const onlyOf = (owners: ReadonlySet<string>): string => (owners.size > 1 ? shared : ([...owners][0] ?? shared))

/** @returns the owners from whose roots each module is imported */
function reach(
  modules: Modules,
  roots: readonly (readonly [owner: string, root: string])[],
  onPart: (owner: string, part: string) => void = () => undefined,
): ReadonlyMap<string, Set<string>> {
  const readers = new Map<string, Set<string>>()
  for (const [owner, root] of roots) {
    const waiting = [root]
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (!add(readers, id, owner)) continue
      const info = modules.getModuleInfo(id)
      waiting.push(...(info?.importedIds ?? []))
      for (const part of info?.dynamicallyImportedIds ?? []) onPart(owner, part)
    }
  }
  return readers
}

/** @returns whether it was not there yet */
function add(sets: Map<string, Set<string>>, key: string, value: string): boolean {
  const set = sets.get(key) ?? new Set<string>()
  if (set.has(value)) return false
  sets.set(key, set.add(value))
  return true
}
