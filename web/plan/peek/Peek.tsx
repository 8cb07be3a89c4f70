import { useEffect, useEffectEvent } from 'react'
import { onDemand } from '#web/ui/on-demand.tsx'
import { type PeekPanelProps, peekPanel } from './peek-panel.ts'
import { usePeek } from './use-peek.ts'

const PeekPanel = onDemand(() => peekPanel.load())

/** Shows the item that the address names in a panel beside the list or board; Space on the link of a row opens it. */
export function Peek({ of }: Pick<PeekPanelProps, 'of'>) {
  const { shown, open } = usePeek()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, defaultPrevented, ctrlKey, altKey, metaKey, shiftKey } = event
    if (key !== ' ' || defaultPrevented || ctrlKey || altKey || metaKey || shiftKey) return
    if (target instanceof HTMLAnchorElement && target.matches('[data-row-link]') && open(target.pathname))
      event.preventDefault()
  })
  const click = useEffectEvent(({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('[data-peeks]') : null
    const link = button?.closest('li')?.querySelector<HTMLAnchorElement>('[data-row-link]')
    if (link) open(link.pathname)
  })
  // Keys and clicks of rows, which know nothing of the panel, arrive at the document.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event)
    const onClick = (event: MouseEvent) => click(event)
    document.addEventListener('keydown', onKey)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('click', onClick)
    }
  }, [])
  return shown !== null && <PeekPanel of={of} peeked={shown} />
}
