import { objectInfo } from '../cat-file.ts'
import { git, start } from '../run.ts'
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
