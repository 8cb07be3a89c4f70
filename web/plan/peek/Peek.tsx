import { useEffect, useEffectEvent } from 'react'
import { useShortcuts } from '#web/ui/actions/use-shortcuts.ts'
import { onDemand } from '#web/ui/on-demand.tsx'
import { type PeekPanelProps, peekPanel } from './peek-panel.ts'
import { usePeek } from './use-peek.ts'

const PeekPanel = onDemand(() => peekPanel.load())

const peekKeys = { show: { keys: 'Space', label: 'Show beside the list' } } as const

/** Shows the item that the address names in a panel beside the list or board; Space on the link of a row opens it. */
export function Peek({ of }: Pick<PeekPanelProps, 'of'>) {
  const { shown, open } = usePeek()
  useShortcuts(peekKeys, {
    show: ({ target, shiftKey }) =>
      !shiftKey &&
      target instanceof HTMLAnchorElement &&
      target.matches('[data-row-link], [data-opens-beside]') &&
      open(target.pathname),
  })
  const click = useEffectEvent(({ target }: MouseEvent) => {
    const button = target instanceof Element ? target.closest('[data-peeks]') : null
    const link = button?.closest('li')?.querySelector<HTMLAnchorElement>('[data-row-link]')
    if (link) open(link.pathname)
  })
  // Clicks in rows, which know nothing of the panel, arrive at the document.
  useEffect(() => {
    const onClick = (event: MouseEvent) => click(event)
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
  return shown !== null && <PeekPanel of={of} peeked={shown} />
}
