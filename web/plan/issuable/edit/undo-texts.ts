import { CallError } from '#web/api/client.ts'
import { beginWrite } from '#web/api/own-writes.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { messages } from '#web/plan/messages.ts'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { fieldText } from '../field-text.ts'
import type { SavedTexts, TextChange, useIssuable } from '../issuable-context.tsx'

type Issuable = ReturnType<typeof useIssuable>
type Texts = Pick<TextChange, 'title' | 'description'>

/** Say what was saved. The toast and the undo key restore title and description, unless someone has edited them since. */
export function sayTexts(
  { kind, target, topic, issuable }: Pick<Issuable, 'kind' | 'target' | 'topic' | 'issuable'>,
  former: Texts,
  { lockVersion, ...saved }: SavedTexts,
): void {
  const what = [
    ...(former.title === saved.title ? [] : ['title']),
    ...(former.description === (saved.description ?? '') ? [] : ['description']),
  ].join(' and ')
  if (what === '') return
  const restore = async () => {
    const write = await beginWrite(topic)
    try {
      await write.send(carried => kind.saves.texts(target, { ...former, lockVersion }, carried))
      showToast(fieldText(what, issuable, 'restored'))
    } catch (error) {
      const isChanged = error instanceof CallError && error.status === 409
      showToast(isChanged ? messages.changedSince(what) : editMessages.undoFailed, {
        tone: isChanged ? 'info' : 'danger',
      })
    } finally {
      await write.end()
    }
  }
  showToast(fieldText(what, issuable, 'changed'), { undo: () => void restore() })
}
