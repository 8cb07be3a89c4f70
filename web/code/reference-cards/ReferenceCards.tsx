import { useEffect, useState } from 'react'
import { LabelCard } from './LabelCard.tsx'
import { MergeRequestCard } from './MergeRequestCard.tsx'
import { MilestoneCard } from './MilestoneCard.tsx'
import { UserCard } from './UserCard.tsx'
import { WorkItemCard } from './WorkItemCard.tsx'

/** The time for which the pointer or the focus rests on a reference. @source MR-003 */
export const delayMs = 200
const lingerMs = 120

/** Shows a card beside a reference that is pointed at, or has the focus. @source MR-003 */
export function ReferenceCards() {
  const [link, setLink] = useState<HTMLElement | null>(null)
  // References stand in texts that React does not draw.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = (next: HTMLElement | null, ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => setLink(next), ms)
    }
    const isCard = (target: EventTarget | null) =>
      target instanceof Element && target.closest('[data-reference-card]') !== null
    const begin = (event: Event) => {
      if (event instanceof PointerEvent && event.pointerType === 'touch') return
      if (isCard(event.target)) return clearTimeout(timer)
      const found = referenceAt(event.target)
      if (found === null || (event.type === 'focusin' && !found.matches(':focus-visible'))) return
      later(found, delayMs)
    }
    const end = (event: Event) => {
      if (referenceAt(event.target) !== null || isCard(event.target)) later(null, lingerMs)
    }
    const dismiss = () => {
      clearTimeout(timer)
      setLink(null)
    }
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && dismiss()
    // This part is loaded late: the pointer or the focus may be there already.
    const met = document.querySelector<HTMLElement>(`:is(${selector}):is(:hover, :focus-visible)`)
    if (met !== null) later(met, delayMs)
    const stop = new AbortController()
    const options = { signal: stop.signal }
    for (const name of ['pointerover', 'focusin'] as const) document.addEventListener(name, begin, options)
    for (const name of ['pointerout', 'focusout'] as const) document.addEventListener(name, end, options)
    document.addEventListener('keydown', onKey, { ...options, capture: true })
    document.addEventListener('pointerdown', dismiss, options)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  const Card = link === null ? undefined : cardOf(link)
  return link?.isConnected && Card !== undefined ? <Card key={keyOf(link)} link={link} /> : null
}

/** The cards by kind of reference, and what a link of that kind names its target by. */
const cards = {
  merge_request: { Card: MergeRequestCard, named: '[data-project-path][data-iid]' },
  issue: { Card: WorkItemCard, named: '[data-issue]' },
  epic: { Card: WorkItemCard, named: '[data-epic]' },
  milestone: { Card: MilestoneCard, named: '[data-milestone]' },
  label: { Card: LabelCard, named: '[data-label]' },
  user: { Card: UserCard, named: '[data-user]' },
} as const

const isKind = (kind: string | undefined): kind is keyof typeof cards =>
  kind !== undefined && Object.hasOwn(cards, kind)

const cardOf = ({ dataset }: HTMLElement) =>
  isKind(dataset.referenceType) ? cards[dataset.referenceType].Card : undefined

const selector = Object.entries(cards)
  .map(([kind, { named }]) => `a[data-reference-type="${kind}"]${named}`)
  .join()

const keyOf = ({ dataset }: HTMLElement): string => JSON.stringify({ ...dataset })

const referenceAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null
