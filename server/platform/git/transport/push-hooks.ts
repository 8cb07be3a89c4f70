import { randomUUID } from 'node:crypto'
import { access, chmod, constants, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { branchOf } from '#server/platform/git/refs/full-name.ts'
import { quarantinePrefix } from '../maintain.ts'
import type { RefUpdate } from '../writing/update-refs.ts'

/** The rules that git's hooks check on the commits of a push. */
export type HookRules = {
  /** Full names of refs that may only move forward. Checked on the received commits, before anything becomes visible. */
  readonly forwardOnly?: readonly string[]
  /** The message for the pusher if one of them would move in another way. */
  readonly forwardMessage?: string
  /**
   * Full names of refs whose updates a Node program judges by the received commits, all at once: it reads lines `before after ref`, prints
   * the refs that it refuses, a line each, and the reasons on stderr.
   */
  readonly judged?: { readonly refs: readonly string[]; readonly program: string }
}

/**
 * The number of refs from which a push is one ref transaction, all or nothing. Otherwise each ref costs git a hook and
 * a lock.
 */
export const manyRefs = 100

const folder = (name: string) => join(import.meta.dirname, name)
const refByRef = folder('hooks')
const judging = folder('hooks-that-judge')
/** A single hook for the whole push. */
const forMany = folder('hooks-for-many')

/** git's settings and environment for the hooks of a push. */
export type PreparedHooks = {
  readonly config: readonly (readonly [string, string])[]
  readonly env: Readonly<Record<string, string>>
  /** Remove the file that the hooks have left. To be called once git has ended. */
  clear(): Promise<void>
}

const none: PreparedHooks = { config: [], env: {}, clear: async () => undefined }

/** The reason that git reports for a move that `receive.denyNonFastForwards` refuses. */
export const notForward = 'non-fast-forward'

/** Prepare the hooks for a push. Each costs a process, so there are none unless they could refuse an update. */
export async function prepareHooks(
  repo: string,
  { forwardOnly = [], forwardMessage, judged }: HookRules,
  updates: readonly RefUpdate[],
): Promise<PreparedHooks> {
  const moved = new Set(updates.flatMap(({ ref, before, after }) => (before === null || after === null ? [] : [ref])))
  const guarded = new Set(forwardOnly.filter(ref => moved.has(ref)))
  const judgedRefs = judged?.refs.filter(ref => moved.has(ref)) ?? []
  if (guarded.size + judgedRefs.length === 0) return none
  // git has a setting that covers all branches, and costs no hook; it does not cover tags.
  const areAllGuarded = guarded.size === moved.size && [...guarded].every(ref => branchOf(ref) !== null)
  if (judgedRefs.length === 0 && areAllGuarded) return { ...none, config: [['receive.denyNonFastForwards', 'true']] }
  const path = updates.length > manyRefs ? forMany : judgedRefs.length > 0 ? judging : refByRef
  await ensureHooks(path)
  if (path === judging) await ensureHooks(refByRef)
  // If this server is killed, the file is removed with the quarantines of killed pushes, by its name.
  const refused = join(repo, 'objects', `${quarantinePrefix}refused-${randomUUID()}`)
  return {
    config: [['core.hooksPath', path]],
    env: {
      WEFT_FORWARD_ONLY: [...guarded].join('\n'),
      ...(forwardMessage === undefined ? {} : { WEFT_FORWARD_MESSAGE: forwardMessage }),
      ...(judged === undefined || judgedRefs.length === 0
        ? {}
        : {
            WEFT_JUDGED: judgedRefs.join('\n'),
            WEFT_JUDGE: judged.program,
            WEFT_NODE: process.execPath,
            WEFT_REFUSED: refused,
          }),
    },
    clear: async () => {
      // The refs have already moved, and a file that stays is removed like a stale quarantine.
      if (path === judging) await rm(refused, { force: true }).catch(() => undefined)
    },
  }
}

/** git passes over a hook that may not be executed, and a copied checkout can lose that mark: then no push must get by. */
async function ensureHooks(path: string): Promise<void> {
  for (const name of await readdir(path)) {
    const hook = join(path, name)
    await access(hook, constants.X_OK).catch(() => chmod(hook, 0o755))
  }
}
