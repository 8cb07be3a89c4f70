import { readObject } from '../cat-file.ts'
import { emptyTree, fileModes, type Oid, parseRawTree } from '../objects.ts'
import { toBytes } from '../refs/ref-store.ts'
import { writeObject } from './write-object.ts'

export type DraftEntry = { readonly mode: string; readonly id: Oid }

type Folder = { readonly entries: Map<string, Entry>; isChanged: boolean }
type Entry = { mode: string; id: Oid; folder: Folder | null }

/** A tree being changed: reads only the folders that are touched, writes only those that changed. */
export class TreeDraft {
  readonly #repo: string
  readonly #root: Entry

  /** @param tree null for an empty one */
  constructor(repo: string, tree: Oid | null) {
    this.#repo = repo
    this.#root = { mode: fileModes.folder, id: tree ?? emptyTree, folder: null }
  }

  /** The entry at a path; null for nothing. */
  async find(path: string): Promise<DraftEntry | null> {
    const { folder, name } = await this.#parentOf(path, false)
    return folder?.entries.get(name) ?? null
  }

  /** Put a file there. @returns false when a file is in the way of a folder, or a folder of the file */
  async put(path: string, entry: DraftEntry): Promise<boolean> {
    const { folder, name } = await this.#parentOf(path, true)
    if (folder === null || folder.entries.get(name)?.mode === fileModes.folder) return false
    folder.entries.set(name, { ...entry, folder: null })
    return true
  }

  /**
   * Move a file or folder, with its changes, to a path outside of it. @returns false when there is none, or something
   * is in the way
   */
  async move(path: string, newPath: string): Promise<boolean> {
    const from = await this.#parentOf(path, true)
    const entry = from.folder?.entries.get(from.name)
    const to = await this.#parentOf(newPath, true)
    if (entry === undefined || to.folder === null || to.folder.entries.has(to.name)) return false
    to.folder.entries.set(to.name, entry)
    await this.remove(path)
    return true
  }

  /** Remove the entry, and the folders that this leaves empty. */
  async remove(path: string): Promise<void> {
    const parts = path.split('/')
    const { folder, name } = await this.#parentOf(path, true)
    folder?.entries.delete(name)
    if (folder?.entries.size === 0 && parts.length > 1) await this.remove(parts.slice(0, -1).join('/'))
  }

  /** Write the changed trees. @returns the id of the root tree */
  write(): Promise<Oid> {
    // The empty tree is known to git everywhere, but a commit needs it stored.
    if (this.#root.id === emptyTree && this.#root.folder === null)
      return writeObject(this.#repo, 'tree', Buffer.alloc(0))
    return this.#write(this.#root)
  }

  async #write(entry: Entry): Promise<Oid> {
    const { folder } = entry
    if (folder === null || !folder.isChanged) return entry.id
    const lines: { key: string; bytes: Buffer }[] = []
    for (const [name, child] of folder.entries) {
      const id = await this.#write(child)
      // git sorts a folder as if its name ended with a slash.
      const key = child.mode === fileModes.folder ? `${name}/` : name
      lines.push({
        key,
        bytes: Buffer.concat([
          Buffer.from(`${child.mode.replace(/^0/, '')} ${name}\0`, 'latin1'),
          Buffer.from(id, 'hex'),
        ]),
      })
    }
    lines.sort((one, other) => (one.key < other.key ? -1 : 1))
    entry.id = await writeObject(this.#repo, 'tree', Buffer.concat(lines.map(line => line.bytes)))
    folder.isChanged = false
    return entry.id
  }

  async #parentOf(path: string, changing: boolean): Promise<{ folder: Folder | null; name: string }> {
    const parts = path.split('/').map(toBytes)
    const name = parts.pop() ?? ''
    let folder = await this.#open(this.#root)
    if (changing) folder.isChanged = true
    for (const part of parts) {
      let child = folder.entries.get(part)
      if (child === undefined && changing) {
        child = { mode: fileModes.folder, id: emptyTree, folder: { entries: new Map(), isChanged: true } }
        folder.entries.set(part, child)
      }
      if (child?.mode !== fileModes.folder) return { folder: null, name }
      folder = await this.#open(child)
      if (changing) folder.isChanged = true
    }
    return { folder, name }
  }

  async #open(entry: Entry): Promise<Folder> {
    if (entry.folder !== null) return entry.folder
    const entries = new Map<string, Entry>()
    if (entry.id !== emptyTree) {
      const object = await readObject(this.#repo, entry.id)
      if (object?.type !== 'tree') throw new Error(`No tree ${entry.id}`)
      for (const { name, mode, id } of parseRawTree(object.content)) entries.set(name, { mode, id, folder: null })
    }
    entry.folder = { entries, isChanged: false }
    return entry.folder
  }
}
