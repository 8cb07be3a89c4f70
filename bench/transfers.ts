import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadCore } from './code.ts'

const run = promisify(execFile)
const git = async (...args: readonly string[]) => (await run('git', args)).stdout.trim()
/** The client runs on the core of the load. */
const timed = async (...args: readonly string[]) => {
  const start = performance.now()
  await run('taskset', ['-c', loadCore, 'git', ...args])
  return performance.now() - start
}

/** Times in ms. */
export interface Transfer {
  readonly name: string
  readonly weft: readonly number[]
  readonly bare: readonly number[]
}

/** A fetch gets so many commits. */
const commitsBehind = 50

/**
 * Clone, fetch and push in turns (A B A B): with Weft, and with git's own program for HTTP.
 *
 * @param dir  the repository that both have
 * @param addresses  of it, with the credentials
 */
export async function timeTransfers(
  dir: string,
  addresses: { readonly weft: string; readonly bare: string },
  turns: number,
): Promise<readonly Transfer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-transfers-'))
  let made = 0
  const next = () => join(folder, String(made++))
  const behind = next()
  const ahead = next()
  await git('init', '--quiet', '--bare', behind)
  const past = await git('-C', dir, 'rev-parse', `main~${commitsBehind}`)
  await git('-C', behind, 'fetch', '--quiet', dir, `${past}:refs/heads/main`)
  await git('clone', '--quiet', '--bare', dir, ahead)
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@bench.test']
  const kinds: readonly (readonly [string, (address: string) => Promise<number>])[] = [
    ['clone', address => timed('clone', '--quiet', '--bare', address, next())],
    [
      `fetch of ${commitsBehind} commits`,
      async address => {
        const here = next()
        await cp(behind, here, { recursive: true })
        return timed('-C', here, 'fetch', '--quiet', address, 'main')
      },
    ],
    [
      'push of a commit',
      async address => {
        const branch = `push-${made++}`
        const commit = await git('-C', ahead, ...author, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', branch)
        return timed('-C', ahead, 'push', '--quiet', address, `${commit}:refs/heads/${branch}`)
      },
    ],
  ]
  try {
    const transfers: Transfer[] = []
    for (const [name, time] of kinds) {
      const [weft, bare]: [number[], number[]] = [[], []]
      // The first of each is not counted.
      for (let turn = 0; turn <= turns; turn += 1)
        for (const [address, times] of [
          [addresses.weft, weft],
          [addresses.bare, bare],
        ] as const) {
          const ms = await time(address)
          if (turn > 0) times.push(ms)
        }
      transfers.push({ name, weft, bare })
    }
    return transfers
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
