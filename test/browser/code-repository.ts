import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Weft } from './fixtures.ts'
import { signIn } from './sign-in.ts'

/** A clone in a folder of its own, from which a journey pushes as the administrator. */
export interface Clone {
  /** Write files, commit them, and tell the new commit's id. */
  commit(message: string, files: Readonly<Record<string, string | Buffer>>): string
  git(...args: readonly string[]): string
  push(...refs: readonly string[]): void
}

const clones: string[] = []
process.once('exit', () => {
  for (const dir of clones) rmSync(dir, { recursive: true, force: true })
})

/** @param project  below the administrator's own namespace; the first push makes it */
export function cloneFor(weft: Weft, project: string): Clone {
  const dir = mkdtempSync(join(tmpdir(), 'weft-journey-'))
  clones.push(dir)
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada Lovelace', '-c', 'user.email=ada@weft.test', ...args], {
      cwd: dir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  const address = new URL(weft.baseURL)
  address.username = 'root'
  address.password = weft.rootToken
  git('remote', 'add', 'origin', `${address.href}root/${project}.git`)
  return {
    git,
    commit(message, files) {
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(dirname(join(dir, path)), { recursive: true })
        writeFileSync(join(dir, path), content)
      }
      git('add', '--all')
      git('commit', '--quiet', '--message', message)
      return git('rev-parse', 'HEAD')
    },
    push: (...refs) => void git('push', '--quiet', '--force', 'origin', ...refs),
  }
}

export async function signInAsRoot(page: Page, weft: Weft): Promise<void> {
  await signIn(page.context(), 'root', weft.rootPassword)
}
