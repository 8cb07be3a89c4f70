import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#web/api/client.ts'
import { getGroupRoadmapPage, updateGroupEpicEntity } from '#web/api/operations.gen.ts'
import { messages } from '#web/plan/messages.ts'
import { peekedAt } from '#web/plan/peek/peek-address.ts'
import { offerUndo, showToast, type UndoOffer } from '#web/ui/overlays/toasts.ts'
import { periodOf } from '../period.ts'
import type { RoadmapEpicData } from '../shapes.ts'
import { roadmapMessages } from './messages.ts'
import type { Dated } from './timeline.ts'

export interface EpicDates {
  readonly canPlan: boolean
  /** An epic with the dates that it will have once what is under way is saved. */
  readonly shown: (epic: RoadmapEpicData) => RoadmapEpicData
  /** Show other dates while a bar is dragged; null ends it. */
  readonly preview: (epic: RoadmapEpicData, dates: Dated | null) => void
  readonly save: (epic: RoadmapEpicData, dates: Dated) => void
  /** The same once no key has been pressed for a while: some presses are one change. */
  readonly saveSoon: (epic: RoadmapEpicData, dates: Dated) => void
}

type Fixed = Pick<RoadmapEpicData, 'startDateIsFixed' | 'startDateFixed' | 'dueDateIsFixed' | 'dueDateFixed'>

const restMs = 1_000
/** As long as its message stands, a change goes on with the next presses. */
const seriesMs = 10_000

/** Changes of one epic by keys, which have one message and are taken back as one. */
interface Series {
  readonly former: RoadmapEpicData
  readonly fixed: Partial<Fixed>
  readonly offer: UndoOffer
  readonly endsMs: number
}

/** Changes of dates on the roadmap: shown at once, saved with an undo, and taken back where the server refuses one. */
export function useEpicDates(epics: readonly RoadmapEpicData[], canPlan: boolean): EpicDates {
  const client = useQueryClient()
  const [changed, setChanged] = useState<ReadonlyMap<number, Dated>>(new Map())
  // A save and its undo come later, and compare with the dates of that time.
  const latest = useRef(epics)
  useEffect(() => {
    latest.current = epics
  })
  const storedOf = (id: number) => latest.current.find(epic => epic.id === id)
  const waiting = useRef(new Map<number, { readonly timer: ReturnType<typeof setTimeout>; readonly run: () => void }>())
  const series = useRef(new Map<number, Series>())
  // A change that still waits when the page is left is saved then.
  useEffect(() => {
    const { current } = waiting
    return () => {
      for (const { run } of current.values()) run()
    }
  }, [])

  function preview({ id }: RoadmapEpicData, dates: Dated | null) {
    setChanged(before => {
      const next = new Map(before)
      if (dates === null) next.delete(id)
      else next.set(id, dates)
      return next
    })
  }

  const send = async (epic: RoadmapEpicData, fixed: Partial<Fixed>) => {
    const address = peekedAt(epic.path)
    if (address !== null) await call(updateGroupEpicEntity, { ...address, epic: fixed })
  }
  const readAgain = () => client.invalidateQueries({ queryKey: [getGroupRoadmapPage.name] })

  async function save(epic: RoadmapEpicData, dates: Dated, byKeys: boolean) {
    clearTimeout(waiting.current.get(epic.id)?.timer)
    waiting.current.delete(epic.id)
    const former = storedOf(epic.id) ?? epic
    const fixed: Partial<Fixed> = {
      ...(dates.startDate !== former.startDate && { startDateIsFixed: true, startDateFixed: dates.startDate }),
      ...(dates.dueDate !== former.dueDate && { dueDateIsFixed: true, dueDateFixed: dates.dueDate }),
    }
    if (Object.keys(fixed).length === 0) return preview(epic, null)
    preview(epic, dates)
    let isSaved = false
    try {
      await send(epic, fixed)
      isSaved = true
    } catch {
      showToast(roadmapMessages.failed(epic.title), { tone: 'danger' })
    }
    await readAgain()
    preview(epic, null)
    // Once the page knows the new dates: undoing compares with them.
    if (isSaved) tell(former, fixed, dates, byKeys)
  }

  function tell(former: RoadmapEpicData, fixed: Partial<Fixed>, dates: Dated, byKeys: boolean) {
    const { id, title } = former
    const open = series.current.get(id)
    const before = byKeys && open !== undefined && performance.now() < open.endsMs ? open : null
    before?.offer.withdraw()
    const whole = { former: before?.former ?? former, fixed: { ...before?.fixed, ...fixed } }
    const offer = offerUndo(() => {
      series.current.delete(id)
      void takeBack(whole.former, whole.fixed, dates)
    })
    if (byKeys) series.current.set(id, { ...whole, offer, endsMs: performance.now() + seriesMs })
    else series.current.delete(id)
    showToast(roadmapMessages.moved(title, periodOf(dates) ?? ''), { offer })
  }

  /** Back to the former dates, unless someone has changed them since. */
  async function takeBack(former: RoadmapEpicData, fixed: Partial<Fixed>, saved: Dated) {
    const now = storedOf(former.id)
    if (now !== undefined && (now.startDate !== saved.startDate || now.dueDate !== saved.dueDate))
      return showToast(messages.changedSince('dates'), { tone: 'info' })
    const { startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed } = former
    preview(former, former)
    let isSaved = false
    try {
      await send(former, {
        ...('startDateFixed' in fixed && { startDateIsFixed, startDateFixed }),
        ...('dueDateFixed' in fixed && { dueDateIsFixed, dueDateFixed }),
      })
      isSaved = true
    } catch {
      showToast(roadmapMessages.failed(former.title), { tone: 'danger' })
    }
    await readAgain()
    preview(former, null)
    // Once the rows are in the order of the former dates: the next drag begins where the bar stays.
    if (isSaved) showToast(roadmapMessages.moved(former.title, periodOf(former) ?? ''))
  }

  return {
    canPlan,
    shown: epic => {
      const dates = changed.get(epic.id)
      return dates === undefined ? epic : { ...epic, ...dates }
    },
    preview,
    save: (epic, dates) => void save(epic, dates, false),
    saveSoon: (epic, dates) => {
      preview(epic, dates)
      clearTimeout(waiting.current.get(epic.id)?.timer)
      const run = () => void save(epic, dates, true)
      waiting.current.set(epic.id, { timer: setTimeout(run, restMs), run })
    },
  }
}
