import { useEffect, useEffectEvent, useState } from 'react'
import { titleLimit } from '#contract/plan/issues/title-limit.ts'
import { childTypesOf } from '#contract/plan/work-items/hierarchy.ts'
import { write } from '#web/api/own-writes.ts'
import { useViewer } from '#web/api/viewer.ts'
import { lineOf } from '#web/discuss/text/tasks.ts'
import { ConvertTaskDialog } from '#web/plan/issuable/work-items/ConvertTaskDialog.tsx'
import { convertTask } from '#web/plan/issuable/work-items/calls.ts'
import { AnchoredMenu } from '#web/ui/actions/Menu.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { VisuallyHidden } from '#web/ui/text/VisuallyHidden.tsx'
import { useIssuable } from '../issuable-context.tsx'
import { siblingsOf, textOf } from './task-items.ts'
import { useTaskEdit } from './use-task-edit.ts'

interface Converted {
  readonly title: string
  readonly lineNumber: number
  readonly lockVersion: number
}

/**
 * The actions on the items of the task lists in a description: move by handles, convert, delete. The server rendered
 * the items as part of the text, so the listeners of their buttons are on the element around it.
 *
 * @param text  the element that holds the rendered text
 * @source TASK-010, TASK-011, PERM-016
 */
export function TaskTools({ text }: { readonly text: HTMLElement }) {
  const { issuable, kind, target, topic } = useIssuable()
  const edit = useTaskEdit()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [converted, setConverted] = useState<Converted | null>(null)
  const [said, setSaid] = useState('')
  const { workItemsEnabled } = useViewer()
  const canConvert = workItemsEnabled && kind.series === 'issue' && childTypesOf(issuable.type).includes('task')

  function move(item: HTMLElement, to: number) {
    const siblings = siblingsOf(item)
    const neighbour = siblings[to]
    const from = siblings.indexOf(item)
    const [line, beside] = [lineOf(item, issuable.description), neighbour && lineOf(neighbour, issuable.description)]
    if (!line || !beside || from === to) return
    setSaid(`Moved to position ${to + 1} of ${siblings.length}`)
    const place = to < from ? ('before' as const) : ('after' as const)
    edit.run(
      { moveTask: { ...line, toLineNumber: beside.lineNumber, toLineSource: beside.lineSource, place } },
      // The text is another one now: the handle of the item is where it went.
      () => requestAnimationFrame(() => focusMoved(text, line.lineSource, to)),
    )
  }

  const onClick = useEffectEvent((event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-task-menu]') : null
    if (button !== null && text.contains(button)) setAnchor(anchor === button ? null : button)
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const item = handledItem(event.target)
    if (item === null || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(item, siblingsOf(item).indexOf(item) + (event.key === 'ArrowUp' ? -1 : 1))
  })
  const onPress = useEffectEvent((event: PointerEvent) => {
    const item = handledItem(event.target)
    if (item !== null && event.button === 0) dragItem(event, item, to => move(item, to))
  })
  // The rendered text is no component.
  useEffect(() => {
    // The buttons exist before this part is loaded. If one has the focus without a ring, it was pressed.
    const pressed = text.querySelector<HTMLElement>('[data-task-menu]:focus:not(:focus-visible)')
    if (pressed !== null) setAnchor(pressed)
    text.addEventListener('click', onClick)
    text.addEventListener('keydown', onKey)
    text.addEventListener('pointerdown', onPress)
    return () => {
      text.removeEventListener('click', onClick)
      text.removeEventListener('keydown', onKey)
      text.removeEventListener('pointerdown', onPress)
    }
  }, [text])

  const item = anchor?.closest<HTMLElement>('.task-list-item') ?? null
  const line = item === null ? null : lineOf(item, issuable.description)
  return (
    <>
      <AnchoredMenu
        // The text may have been rendered anew under it.
        anchor={line !== null && anchor?.isConnected ? anchor : null}
        onClose={() => setAnchor(null)}
        label="Task actions"
        placement="bottom-end"
        items={[
          ...(canConvert && item !== null && line !== null
            ? [
                {
                  label: 'Convert to work item',
                  onSelect: () =>
                    setConverted({
                      title: textOf(item).slice(0, titleLimit),
                      lineNumber: line.lineNumber,
                      lockVersion: issuable.lockVersion,
                    }),
                } as const,
              ]
            : []),
          {
            label: 'Delete task',
            tone: 'danger',
            onSelect: () => line !== null && edit.run({ deleteTask: line }),
          },
        ]}
      />
      {converted !== null && (
        <ConvertTaskDialog
          namespace={target.namespace}
          title={converted.title}
          convert={given => write(topic, carried => convertTask(target, converted, given, carried))}
          onConverted={created => {
            setConverted(null)
            showToast(`Converted to #${created.iid}`)
          }}
          onClose={() => setConverted(null)}
        />
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </>
  )
}

const handledItem = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element && target.closest('[data-task-handle]') !== null
    ? target.closest<HTMLElement>('.task-list-item')
    : null

function focusMoved(text: HTMLElement, lineSource: string, to: number): void {
  const words = lineSource.replace(/^.*?\[[ xX~]\]\s*/, '')
  for (const item of text.querySelectorAll<HTMLElement>('.task-list-item')) {
    if (siblingsOf(item).indexOf(item) !== to || !textOf(item).startsWith(words.slice(0, 20))) continue
    item.querySelector<HTMLElement>('[data-task-handle]')?.focus()
    return
  }
}

/** Follow a pointer that holds the handle of an item, with a line where the item would go. Escape lets it go. */
function dragItem(start: PointerEvent, item: HTMLElement, onDrop: (to: number) => void): void {
  const siblings = siblingsOf(item)
  const from = siblings.indexOf(item)
  let to = from
  const handle = start.target instanceof Element ? start.target.closest<HTMLElement>('[data-task-handle]') : null
  if (handle === null) return
  start.preventDefault()
  handle.focus()
  handle.setPointerCapture(start.pointerId)
  item.dataset.dragged = ''
  const clear = () => {
    for (const each of siblings) delete each.dataset.edge
  }
  const follow = (event: PointerEvent) => {
    to = siblings.filter((each, index) => {
      const { top, height } = each.getBoundingClientRect()
      return index !== from && event.clientY > top + height / 2
    }).length
    clear()
    const neighbour = siblings[to]
    if (to !== from && neighbour) neighbour.dataset.edge = to < from ? 'above' : 'below'
  }
  const end = () => {
    clear()
    delete item.dataset.dragged
    handle.removeEventListener('pointermove', follow)
    handle.removeEventListener('pointerup', drop)
    handle.removeEventListener('pointercancel', end)
    handle.removeEventListener('keydown', letGo)
  }
  const drop = () => {
    end()
    if (to !== from) onDrop(to)
  }
  const letGo = (event: KeyboardEvent) => {
    if (event.key === 'Escape') end()
  }
  handle.addEventListener('pointermove', follow)
  handle.addEventListener('pointerup', drop)
  handle.addEventListener('pointercancel', end)
  handle.addEventListener('keydown', letGo)
}
