import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const run = promisify(execFile)
const headers = 'From: ann@weft.test\r\nMessage-ID: <1@weft.test>\r\nSubject: Re: Loom\r\n'
const script = `const { readMail } = await import(process.argv[2])
await readMail(process.argv[3], process.argv[4]).catch(error => console.log(error.name))
console.log('goes on')`

test('a mail of many short lines that takes too much memory is refused, and the process goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'weft-mail-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'mail')
  const line = '> a\r\nOn x wrote:\r\n'
  await writeFile(path, `${headers}\r\n${line.repeat((20 * 1024 * 1024) / line.length)}`)
  await writeFile(join(folder, 'reads.mjs'), script)
  const args = [join(folder, 'reads.mjs'), join(import.meta.dirname, 'read.ts'), path, folder]
  // A process of its own, without the flags of this one, which change the outcome.
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env.PATH } })
  expect(stdout).toBe('UnreadableMail\ngoes on\n')
}, 30_000)
