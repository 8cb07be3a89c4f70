import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#server/settings.ts'

/** The account that runs PostgreSQL, if it is not that of this process. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** The folder of the database, and its account; null: the account of this process. */
export interface Place {
  readonly home: string
  readonly account: Account | null
}

const accountNames = ['postgres', 'nobody'] as const

/**
 * Choose and prepare the folder of the database.
 *
 * PostgreSQL refuses to run as root, so root lends it an unprivileged account. Where that account cannot reach the data
 * folder (below /root, say), the database is kept in /var/lib instead, and the data folder remembers where.
 *
 * @throws CannotStart  no account, or no folder it can reach
 */
export function preparePlace(dataDir: string, log: (line: string) => void): Place {
  const isRoot = process.getuid?.() === 0
  makeFolder(dataDir, isRoot ? 0o711 : 0o700)
  const record = join(dataDir, 'postgres.location')
  const recorded = existsSync(record) ? readFileSync(record, 'utf8').trim() : null
  if (recorded && !existsSync(recorded))
    throw new CannotStart(
      `The database of ${dataDir} is missing from ${recorded}. Restore it, or delete ${record} to start with an empty one.`,
    )
  const home = recorded ?? join(dataDir, 'postgres')
  if (!isRoot) {
    makeFolder(home, 0o700)
    return { home: ownHome(home), account: null }
  }
  const account = ownerOf(join(home, 'cluster')) ?? findAccount()
  makeHome(home, account)
  if (canEnter(home, account)) return { home, account }
  if (recorded || existsSync(join(home, 'cluster')))
    throw new CannotStart(
      `The account ${account.uid} that owns the database cannot reach ${home}. Make the parent folders searchable (chmod o+x).`,
    )
  return { home: moveAway(dataDir, record, account, log), account }
}

function makeFolder(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { recursive: true, mode })
  } catch (cause) {
    throw new CannotStart(
      `Cannot create the folder ${folder}: ${reason(cause)}. Set DATA_DIR to a folder that this account can write to.`,
      { cause },
    )
  }
}

function ownHome(home: string): string {
  const owner = ownerOf(join(home, 'cluster'))
  if (owner && owner.uid !== process.getuid?.())
    throw new CannotStart(
      `The database in ${home} belongs to the account ${owner.uid}. Start as that account or as root, or set DATA_DIR to another folder.`,
    )
  return home
}

function ownerOf(path: string): Account | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : null
}

function findAccount(): Account {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of accountNames) {
    const [, , uid, gid] = lines.find(line => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid && uid !== '0') return { uid: Number(uid), gid: Number(gid) }
  }
  throw new CannotStart(
    'PostgreSQL does not run as root, and no postgres or nobody account exists. Create one (useradd --system postgres), start Weft as another user, or set DATABASE_URL.',
  )
}

function makeHome(home: string, account: Account): void {
  makeFolder(home, 0o700)
  chownSync(home, account.uid, account.gid)
  chmodSync(home, 0o700)
}

function canEnter(folder: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

function moveAway(dataDir: string, record: string, account: Account, log: (line: string) => void): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const home = `/var/lib/weft-${hash}`
  makeHome(home, account)
  if (!canEnter(home, account))
    throw new CannotStart(
      `PostgreSQL runs under the account ${account.uid}, which can reach neither ${dataDir} nor ${home}. Set DATA_DIR to a folder it can reach, such as /srv/weft.`,
    )
  writeFileSync(record, `${home}\n`)
  rmdirSync(join(dataDir, 'postgres'))
  log(`PostgreSQL cannot reach ${dataDir} without root permissions, so the database is stored in ${home}.`)
  return home
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
