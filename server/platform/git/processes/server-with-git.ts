import { objectInfo } from '../cat-file.ts'
import { zeroOid } from '../objects.ts'
import { git, start } from '../run.ts'
import { flushPkt, pkt } from '../transport/pkt-line.ts'
import { spawnerPid } from './spawner.ts'

// A process that uses git as the server does, for tests that end it.
const [what, repo = ''] = process.argv.slice(2)
await objectInfo(repo, 'main')
if (what === 'stays') {
  const reading = await start(repo, ['cat-file', '--batch'], {})
  reading.child.stdout.once('data', () => process.stdout.write(`${spawnerPid()}\n`))
  reading.child.stdin.write('main\n')
  // This one neither reads nor writes, so it sees nothing of the server's end by itself.
  await git(repo, ['-c', 'alias.wait=!sleep 1000', 'wait'])
}
if (what === 'receives') {
  // A push of which half of the pack has come: many objects, so that git unpacks them while they come.
  const receiving = await start(null, ['receive-pack', '--stateless-rpc', repo], {
    lane: 'transfer',
    ending: 'hang-up',
  })
  receiving.child.stdout.resume()
  receiving.child.stdin.write(await halfPush(repo))
  process.stdout.write(`${spawnerPid()}\n`)
  await receiving.ended.catch(() => undefined)
}

async function halfPush(repo: string): Promise<Buffer> {
  const { stdout: pack } = await git(repo, ['pack-objects', '--stdout', '--revs', '-q'], { input: 'main\n' })
  const head = (await git(repo, ['rev-parse', 'main'])).stdout.toString().trim()
  const command = pkt(`${zeroOid} ${head} refs/heads/cut\0report-status side-band-64k`)
  return Buffer.concat([command, flushPkt, pack.subarray(0, pack.length / 2)])
}
