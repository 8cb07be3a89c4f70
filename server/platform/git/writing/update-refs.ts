import { type RefKind, refKinds } from '#contract/code/ref-kinds.ts'
import { Conflict, Invalid, NotFound } from '#server/errors.ts'
import { branchRef, tagRef } from '#server/platform/git/refs/full-name.ts'
import { type Oid, oid, zeroOid } from '../objects.ts'
import { validRefName } from '../refs/ref-name.ts'
import { findRef, type Ref } from '../refs/refs.ts'
import { GitFailed, git } from '../run.ts'
import { type Signature, writeTag } from './write-object.ts'

/** A ref that goes from one known place to another. */
export type RefUpdate = {
  /** Full name: `refs/heads/main`. */
  readonly ref: string
  /** Null: the ref is created. */
  readonly before: Oid | null
  /** Null: the ref is deleted. */
  readonly after: Oid | null
}

/**
 * A function that moves refs, all of them or none: `updateRefs`, or one that does more around it. @throws Conflict  one
 * is not at `before`
 */
export type MoveRefs = (repo: string, updates: readonly RefUpdate[]) => Promise<void>

type RefChange = {
  readonly ref: string
  /** Null deletes it. */
  readonly after: Oid | null
  /** The expected current object: null for "does not exist"; absent for any. */
  readonly before?: Oid | null
}

/**
 * Change refs, all of them or none.
 *
 * @throws Conflict  one is not at `before`, or a name conflicts with another (`a` and `a/b`)
 */
export async function updateRefs(repo: string, changes: readonly RefChange[]): Promise<void> {
  const input = changes
    .map(({ ref, after, before }) => {
      if (!ref.startsWith('refs/') || /[\0\n ]/.test(ref)) throw new Invalid('The ref name is invalid')
      const old = before === undefined ? '' : before === null ? zeroOid : oid(before)
      // git cannot check the deletion of a ref that must not exist; a missing one needs no command.
      return after === null
        ? `delete ${ref}\0${old === zeroOid ? '' : old}\0`
        : `update ${ref}\0${oid(after)}\0${old}\0`
    })
    .join('')
  if (input === '') return
  await git(repo, ['update-ref', '--stdin', '-z'], { input }).catch(error => {
    if (error instanceof GitFailed && /cannot lock ref|exists; cannot create|cannot process both/.test(error.stderr)) {
      throw new Conflict('The ref has changed, or its name conflicts with another ref', { cause: error })
    }
    throw error
  })
}

/** @throws Invalid  no such name can be; Conflict  it exists */
export async function createBranch(
  repo: string,
  name: string,
  commitId: Oid,
  move: MoveRefs = updateRefs,
): Promise<Ref> {
  if (!validRefName(name)) throw new Invalid('Branch name is invalid')
  const fullName = branchRef(name)
  await move(repo, [{ ref: fullName, after: commitId, before: null }]).catch(error => {
    if (error instanceof Conflict) throw new Conflict('Branch already exists', { cause: error })
    throw error
  })
  return { name, fullName, target: commitId, commitId, isAnnotated: false }
}

/** @throws NotFound  there is none; Conflict  it moved meanwhile, or is no longer at `expected` */
export async function deleteRef(
  repo: string,
  kind: RefKind,
  name: string,
  { expected, move = updateRefs }: { readonly expected?: Oid; readonly move?: MoveRefs } = {},
): Promise<Ref> {
  const ref = await findRef(repo, kind, name)
  if (ref === null) throw new NotFound(refKinds[kind].name)
  await move(repo, [{ ref: ref.fullName, after: null, before: expected ?? ref.target }])
  return ref
}

type TagText = { readonly message: string; readonly tagger: Signature }

/** @param text makes the tag an annotated one. @throws Invalid  no such name can be; Conflict  it exists */
export async function createTag(
  repo: string,
  name: string,
  commitId: Oid,
  text?: TagText,
  move: MoveRefs = updateRefs,
): Promise<Ref> {
  if (!validRefName(name)) throw new Invalid('Tag name invalid')
  const fullName = tagRef(name)
  if ((await findRef(repo, 'tag', name)) !== null) throw new Conflict(`Tag ${name} already exists`)
  const target = text === undefined ? commitId : await writeTag(repo, { name, target: oid(commitId), ...text })
  await move(repo, [{ ref: fullName, after: target, before: null }]).catch(error => {
    if (error instanceof Conflict) throw new Conflict(`Tag ${name} already exists`, { cause: error })
    throw error
  })
  return { name, fullName, target, commitId, isAnnotated: text !== undefined }
}

/** Set the branch of HEAD, which a clone checks out. The branch need not exist yet. */
export async function setDefaultBranch(repo: string, name: string): Promise<void> {
  if (!validRefName(name)) throw new Invalid('Branch name is invalid')
  await git(repo, ['symbolic-ref', 'HEAD', branchRef(name)])
}
