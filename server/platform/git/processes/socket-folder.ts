import { mkdtempSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isCode } from '../error-code.ts'

// The path of a socket has room for some hundred bytes.
const parent = tmpdir().length < 60 ? tmpdir() : '/tmp'
const prefix = 'weft-git-'
/** A folder without a socket may be one that is just being made. */
const makingMs = 60_000
let hasSwept = false

/** A folder for a socket, that only our user may enter. The first of a process also removes those of dead servers. */
export function makeSocketFolder(): string {
  if (!hasSwept) removeDeadFolders().catch(() => undefined)
  hasSwept = true
  return mkdtempSync(join(parent, prefix))
}

/** Folders whose server and spawner were both killed, so that no process was left to remove them. */
async function removeDeadFolders(): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(parent, name)
    // Another user's stays: we may neither enter nor remove it.
    if (await isDead(folder)) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

async function isDead(folder: string): Promise<boolean> {
  const failure = await connectFailure(join(folder, 'socket'))
  if (isCode(failure, 'ECONNREFUSED')) return true
  if (!isCode(failure, 'ENOENT')) return false
  return stat(folder).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > makingMs,
    () => false,
  )
}

function connectFailure(path: string): Promise<unknown> {
  return new Promise(resolve => {
    const socket = connect(path, () => {
      socket.destroy()
      resolve(null)
    }).once('error', resolve)
  })
}
