import { setImmediate } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { createCommit } from '#contract/code/commits/commits.ts'
import type { InputOf } from '#contract/operation.ts'
import type { FileContent } from '#contract/shapes.ts'
import { Invalid } from '#server/errors.ts'
import type { FileAction } from '#server/platform/git/writing/commit-files.ts'
import { base64Bytes } from '#server/platform/text/long-text.ts'
import { messages } from '../messages.ts'

type Content = Static<typeof FileContent>
type CommitAction = NonNullable<InputOf<typeof createCommit>['actions']>[number]

/** The number of characters after which decoding, which holds the event loop, yields. */
const turnChars = 1_000_000

/** @throws Invalid  an action lacks a field that its kind needs, or its base64 is invalid */
export async function readActions(given: readonly CommitAction[]): Promise<readonly FileAction[]> {
  const actions: FileAction[] = []
  let chars = 0
  for (const each of given) {
    actions.push(readAction(each))
    chars += typeof each.content === 'string' ? each.content.length : 0
    if (chars < turnChars) continue
    chars = 0
    await setImmediate()
  }
  return actions
}

function readAction(given: CommitAction): FileAction {
  const path = given.filePath.replace(/^\/+/, '')
  const { action, encoding, content, executeFilemode, lastCommitId, blobId, treeId, previousPath } = given
  const mode = executeFilemode === undefined ? {} : { isExecutable: executeFilemode }
  const last = {
    ...(lastCommitId === undefined || lastCommitId === '' ? {} : { lastCommitId }),
    ...(blobId === undefined ? {} : { blobId }),
  }
  switch (action) {
    case 'create':
      return { action, path, content: decodeContent(content ?? '', encoding), ...mode }
    case 'update':
      if (content === undefined) throw new Invalid(messages.needsContent)
      return { action, path, content: decodeContent(content, encoding), ...mode, ...last }
    case 'delete':
      return treeId === undefined ? { action, path, ...last } : { action: 'delete-folder', path, treeId }
    case 'move': {
      if (previousPath === undefined) throw new Invalid(messages.needsPrevious)
      if (treeId !== undefined)
        return { action: 'move-folder', path, previousPath: previousPath.replace(/^\/+/, ''), treeId }
      const kept = content === undefined ? {} : { content: decodeContent(content, encoding) }
      return { action, path, previousPath: previousPath.replace(/^\/+/, ''), ...kept, ...mode, ...last }
    }
    case 'chmod':
      return { action, path, isExecutable: executeFilemode ?? false, ...last }
    default:
      return action satisfies never
  }
}

/** @throws Invalid  the content is not valid base64 */
export function decodeContent(content: Content, encoding: 'text' | 'base64' | undefined): Uint8Array {
  if (typeof content !== 'string') {
    if (content.isSound && content.wasBase64 === (encoding === 'base64')) return content.bytes
    throw new Invalid(messages.badBase64)
  }
  if (encoding !== 'base64') return Buffer.from(content)
  const bytes = base64Bytes(content)
  if (bytes === null) throw new Invalid(messages.badBase64)
  return bytes
}
