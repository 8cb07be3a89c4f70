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
 * need.
 *
 * @param test  the modules in question
 */
export function firstChunks(web: string, test: RegExp) {
  let readers: ReadonlyMap<string, readonly string[]> | null = null
  const chunkOf = (id: string, modules: Modules): string | null => {
    readers ??= readersOf(web, modules)
    const names = readers.get(id)
    // The page itself is in the chunk of its own name, which the document looks up.
    if (names === undefined || firstPages.some(({ module }) => id === join(web, module))) return null
    const name = names.length > 1 ? 'issues' : names[0]
    return /[\\/](?:discuss|plan)[\\/]/.test(id) ? `${name}` : `${name}-kit`
  }
  // A chunk takes what its modules import along, where no chunk before it has: what is shared comes first.
  const owners = ['issues', ...firstPages.map(({ chunk }) => chunk), parts]
  return [...owners.map(owner => `${owner}-kit`), ...owners].map((wanted, index) => ({
    name: (id: string, modules: Modules) => (chunkOf(id, modules) === wanted ? wanted : null),
    debugName: wanted,
    test,
    // Left to the next group, what a part that comes later reads as well would bring all of that group along.
    minShareCount: 1,
    priority: 0.9 - index / 100,
  }))
}

/** What is shared by the dialogs, forms and lists that the first pages load when they are opened. */
const parts = 'parts'

/** @returns the owners of the chunks that each module is needed in */
function readersOf(web: string, modules: Modules): ReadonlyMap<string, readonly string[]> {
  const readers = new Map<string, string[]>()
  const opened = new Set<string>()
  const follow = (owner: string, waiting: string[], isNew: (id: string) => boolean) => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const names = readers.get(id) ?? []
      if (names.includes(owner) || !isNew(id)) continue
      readers.set(id, [...names, owner])
      const info = modules.getModuleInfo(id)
      waiting.push(...(info?.importedIds ?? []))
      if (owner !== parts) for (const part of info?.dynamicallyImportedIds ?? []) opened.add(part)
    }
  }
  for (const { module, chunk } of firstPages) follow(chunk, [join(web, module)], () => true)
  const forms = [...opened].filter(part => part.endsWith('.tsx') && !readers.has(part))
  follow(parts, [...forms], id => !readers.has(id))
  // Each of them has a chunk of its own name.
  for (const form of forms) readers.delete(form)
  return readers
}
