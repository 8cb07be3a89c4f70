import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

/** Opens files until there are no more, looks at its parent a few times, and says whether it was told to stop. */
const program = `
import { openSync } from 'node:fs'
import { listenForStop } from ${JSON.stringify(join(import.meta.dirname, 'signals.ts'))}
const { signal } = listenForStop(() => undefined)
let code
try { for (;;) openSync('/dev/null') } catch (error) { code = error.code }
setTimeout(() => process.stdout.write(code + ' ' + signal.aborted), 1_200)
`

test('a server that cannot open files goes on: not to be able to read about its parent is not to have lost it', async () => {
  // The shell stays, as the launcher does, so that npm is its parent.
  const command =
    'ulimit -n 64; WEFT_PARENT=$$ npm_lifecycle_event=start "$0" --input-type=module-typescript -e "$1"; exit $?'
  const child = spawn('/bin/sh', ['-c', command, process.execPath, program], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  expect(said).toBe('EMFILE false')
})
