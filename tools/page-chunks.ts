import { join } from 'node:path'
import { firstPages } from './first-script.ts'

interface Modules {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds: readonly string[] } | null
}

/**
 * The chunks of what the first pages load: a request costs a browser more than the script of one more form, so there are few.
 *
 * - `index`: the entry, with what all of the first pages read
 * - a chunk for each first page, and one for what others read of it; the discussion of an issue, which is hydrated later, is apart
 * - `shared-parts`: the dialogs and forms that they and the shell open, fetched at rest; those of the issue alone are in a chunk of
 *   their own, with what is drawn late on its page
 * - `more-pages`: the addresses of all other pages, with what they all read
 *
 * Nothing else is in the first three, so that a first page waits for nothing that only others need.
 *
 * @param test  the modules in question
 */
export function firstChunks(web: string, test: RegExp) {
  let owners: ReadonlyMap<string, string> | null = null
  const chunkOf = (id: string, modules: Modules): string | null => {
    owners ??= ownersOf(web, modules)
    return owners.get(id) ?? null
  }
  const pages = firstPages.map(({ chunk }) => chunk)
  // A chunk takes what its modules import along, where no chunk before it has: what is shared comes first.
  const inOrder = [entry, ...pages.map(kitOf), ...pages, discussion, morePages, sharedParts, issueParts]
  return inOrder.map((wanted, index) => ({
    name: (id: string, modules: Modules) => (chunkOf(id, modules) === wanted ? wanted : null),
    debugName: wanted,
    test,
    // Left to the next group, what a part that comes later reads as well would bring all of that group along.
    minShareCount: 1,
    priority: 0.9 - index / 100,
  }))
}

/** The module that documents name for what is drawn late on the page of an issue. */
export const lateIssueParts = 'late-issue-parts.tsx'

const entry = 'index'
const sharedParts = 'shared-parts'
const issueParts = 'issue-parts'
const discussion = 'discussion'
const morePages = 'more-pages'

/** @returns the chunk of each module, by the first of these that needs it */
function ownersOf(web: string, modules: Modules): ReadonlyMap<string, string> {
  const at = (name: string) => join(web, name)
  const read = (roots: Iterable<string>) => reach(modules, roots)
  const index = read([at('index.html')])
  const pages = firstPages.map(({ module, chunk }) => ({ chunk, ...read([at(module)]) }))
  const opened = new Map<string, Set<string>>()
  for (const { chunk, parts } of pages) for (const part of parts) addTo(opened, part, chunk)
  for (const part of index.parts) if (part.startsWith(at('shell/'))) addTo(opened, part, sharedParts)
  addTo(opened, at(lateIssueParts), issuePage)
  const late = read(lateModules.map(at))
  for (const part of late.parts) addTo(opened, part, issuePage)
  const isPart = (part: string) => part.endsWith('.tsx')
  const partsOf = (isWanted: (openers: ReadonlySet<string>) => boolean) =>
    read([...opened].flatMap(([part, openers]) => (isPart(part) && isWanted(openers) ? [part] : [])))
  const ofIssue = (openers: ReadonlySet<string>) => openers.size === 1 && openers.has(issuePage)
  const owned = new Map<string, string>()
  const own = (ids: Iterable<string>, chunk: string) => {
    for (const id of ids) if (!owned.has(id)) owned.set(id, chunk)
  }
  const more = read([at(`${morePages}.ts`)]).modules
  const shared = partsOf(openers => !ofIssue(openers)).modules
  const ofIssueAlone = partsOf(ofIssue).modules
  const whole = pages.map(({ chunk, modules: ids }) => {
    const isIssue = chunk === issuePage
    const others = isIssue ? [more, shared] : [more, shared, ofIssueAlone]
    return { chunk, ids: [...ids, ...(isIssue ? late.modules : [])], others }
  })
  own(index.modules, entry)
  for (const { ids } of whole)
    own(
      ids.filter(id => whole.every(each => each.ids.includes(id))),
      entry,
    )
  for (const { chunk, ids, others } of whole)
    own(
      ids.filter(id => others.some(each => each.has(id))),
      kitOf(chunk),
    )
  for (const { chunk, modules: ids } of pages) own(ids, chunk)
  own(late.modules, discussion)
  for (const id of more) own([id], isStyle(id) ? entry : morePages)
  own(shared, sharedParts)
  own(ofIssueAlone, issueParts)
  // A style sheet is a request, too.
  for (const [id, chunk] of owned) if (isStyle(id) && chunk.endsWith('-kit')) owned.set(id, entry)
  return owned
}

const kitOf = (chunk: string) => `${chunk}-kit`
const isStyle = (id: string) => id.endsWith('.module.css')
const issuePage = firstPages[1].chunk
/** Hydrated after the rest of an issue. */
const lateModules = ['plan/issuable/IssuableDiscussion.tsx', 'discuss/reading/ahead.ts']

/** @returns the modules that are imported from the roots, with those, and what they import on demand */
function reach(
  modules: Modules,
  roots: Iterable<string>,
): { readonly modules: ReadonlySet<string>; readonly parts: ReadonlySet<string> } {
  const read = new Set<string>(roots)
  const parts = new Set<string>()
  // A set is read on while it grows.
  for (const id of read) {
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) read.add(imported)
    for (const part of info?.dynamicallyImportedIds ?? []) parts.add(part)
  }
  return { modules: read, parts }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}
