import { CallError } from '#web/api/client.ts'
import { beginWrite } from '#web/api/own-writes.ts'
import { messages } from '#web/plan/messages.ts'
import { offerUndo, showToast } from '#web/ui/overlays/toasts.ts'
import type { SavedTexts, TextChange, useIssuable } from '../issuable-context.tsx'

type Issuable = ReturnType<typeof useIssuable>
type Texts = Pick<TextChange, 'title' | 'description'>

/** Let the undo key restore title and description, unless someone has edited them since. */
export function offerTextUndo(
  { kind, target, topic }: Pick<Issuable, 'kind' | 'target' | 'topic'>,
  former: Texts,
  { lockVersion, ...saved }: SavedTexts,
): void {
  const what = [
    ...(former.title === saved.title ? [] : ['title']),
    ...(former.description === (saved.description ?? '') ? [] : ['description']),
  ].join(' and ')
  if (what === '') return
  offerUndo(async () => {
    const write = await beginWrite(topic)
    try {
      await write.send(carried => kind.saves.texts(target, { ...former, lockVersion }, carried))
      showToast(`Undone: ${what}`)
    } catch (error) {
      const isChanged = error instanceof CallError && error.status === 409
      showToast(isChanged ? messages.changedSince(what) : messages.undoFailed, { tone: isChanged ? 'info' : 'danger' })
    } finally {
      await write.end()
    }
  })
}
