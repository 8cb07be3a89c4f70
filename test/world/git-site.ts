import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Fastify from 'fastify'
import { onTestFinished } from 'vitest'
import { transact } from '#server/context.ts'
import { hashPassword } from '#server/foundation/passwords/password.ts'
import { createToken } from '#server/foundation/tokens/create.ts'
import { rewriteAddress } from '#server/transport/address.ts'
import { openGitDoor } from '#server/transport/git-http/door.ts'
import { codeWorld } from './code.ts'

const run = promisify(execFile)

interface Outcome {
  readonly ok: boolean
  readonly text: string
}

/** A world with the git door listening, and a person's own git beside it. */
export async function gitSite() {
  const built = await codeWorld()
  const app = Fastify({
    rewriteUrl: request => rewriteAddress(request.url ?? '/'),
    routerOptions: { maxParamLength: 4096 },
  })
  openGitDoor(app, { db: built.db, services: built.services })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'weft-person-'))
  onTestFinished(async () => {
    app.server.closeAllConnections()
    await app.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  })
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await built.db
    .updateTable('users')
    .set({ passwordHash: await hashPassword('correct horse') })
    .where('username', 'in', ['dan', 'rita', 'gus', 'nina'])
    .execute()
  const git = async (args: readonly string[], cwd = folder): Promise<Outcome> => {
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_AUTHOR_NAME: 'Dan',
      GIT_AUTHOR_EMAIL: 'dan@weft.test',
      GIT_COMMITTER_NAME: 'Dan',
      GIT_COMMITTER_EMAIL: 'dan@weft.test',
      LC_ALL: 'C',
    }
    return run('git', ['-c', 'init.defaultBranch=main', ...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 }).then(
      ({ stdout, stderr }) => ({ ok: true, text: stdout + stderr }),
      (error: { readonly stderr?: string }) => ({ ok: false, text: error.stderr ?? '' }),
    )
  }
  return {
    ...built,
    folder,
    port,
    git,
    /** The address from which a user clones. */
    url: (who: string | null, path = 'weft/loom', secret = 'correct%20horse') =>
      `http://${who === null ? '' : `${who}:${secret}@`}127.0.0.1:${port}/${path}.git`,
    /** A repository of dan's with one commit on main. */
    work: async (name = 'work') => {
      const cwd = join(folder, name)
      await git(['init', cwd])
      await writeFile(join(cwd, 'a.txt'), 'one\n')
      await git(['add', '.'], cwd)
      await git(['commit', '-m', 'First'], cwd)
      return cwd
    },
    token: async (who: 'dan' | 'rita', scopes: readonly string[]) =>
      transact(built.as('root').ctx, ctx =>
        createToken(ctx, { userId: built.users[who].id, name: 'git', scopes }, false).then(made => made.token),
      ),
  }
}
