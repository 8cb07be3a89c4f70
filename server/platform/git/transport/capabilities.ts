import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { emptyTree, type Oid } from '../objects.ts'
import { git } from '../run.ts'
import { createRepository } from '../storage.ts'

/**
 * The capabilities of this machine's git: read once, because they depend on its version and our configuration alone.
 */
export type Capabilities = {
  /** The capabilities of upload-pack, protocol 0 and 1, with `symrefMark` where the symref belongs. */
  readonly upload: string
  readonly receive: string
  /** The advertisement of upload-pack for an empty repository before the flush; versions differ. */
  readonly uploadEmpty: Buffer
  /** The whole of upload-pack's answer in protocol 2. */
  readonly uploadV2: Buffer
}

export const symrefMark = ' symref=HEAD:refs/heads/main'

let asked: Promise<Capabilities> | null = null

export function capabilities(): Promise<Capabilities> {
  asked ??= ask().catch(error => {
    asked = null
    throw error
  })
  return asked
}

async function ask(): Promise<Capabilities> {
  const folder = await mkdtemp(join(tmpdir(), 'weft-git-'))
  const repo = join(folder, 'probe.git')
  try {
    await createRepository(repo)
    const advertise = async (service: string, protocol: string) =>
      (await git(null, [service, '--http-backend-info-refs', repo], { env: { GIT_PROTOCOL: protocol } })).stdout
    const uploadEmpty = await advertise('upload-pack', 'version=0')
    await writeProbe(repo)
    const [upload, receive, uploadV2] = await Promise.all([
      advertise('upload-pack', 'version=0'),
      advertise('receive-pack', 'version=0'),
      advertise('upload-pack', 'version=2'),
    ])
    return {
      upload: capabilitiesOf(upload),
      receive: capabilitiesOf(receive),
      uploadEmpty: uploadEmpty.subarray(0, -4),
      uploadV2,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function capabilitiesOf(advertisement: Buffer): string {
  const text = advertisement.toString('latin1')
  return text.slice(text.indexOf('\0') + 1, text.indexOf('\n'))
}

/** A repository of one commit, because an empty one does not show where the symref goes. */
async function writeProbe(repo: string): Promise<void> {
  const write = async (type: string, content: string): Promise<Oid> => {
    const bytes = Buffer.from(`${type} ${content.length}\0${content}`)
    const id = createHash('sha1').update(bytes).digest('hex')
    await mkdir(join(repo, 'objects', id.slice(0, 2)), { recursive: true })
    await writeFile(join(repo, 'objects', id.slice(0, 2), id.slice(2)), deflateSync(bytes))
    return id
  }
  await write('tree', '')
  const commit = await write('commit', `tree ${emptyTree}\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\n`)
  await writeFile(join(repo, 'refs/heads/main'), `${commit}\n`)
}
