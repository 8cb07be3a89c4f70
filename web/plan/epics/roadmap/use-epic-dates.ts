import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError, call } from '#web/api/client.ts'
import { getGroupRoadmapPage, updateGroupEpicEntity } from '#web/api/operations.gen.ts'
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
/** The time for which the message shows: further presses meanwhile belong to the same change. */
const seriesMs = 10_000

/** Changes of one epic by keys, which have one message and are taken back as one. */
interface Series {
  readonly former: RoadmapEpicData
  readonly fixed: Partial<Fixed>
  readonly offer: UndoOffer
  readonly endsMs: number
}

/** A change that waits for the last press of a key. */
interface WaitingChange {
  /** The epic as it was shown before the first press. */
  readonly before: RoadmapEpicData
  readonly timer: ReturnType<typeof setTimeout>
  readonly run: () => void
}

/** Changes of dates on the roadmap: shown at once, saved with an undo, and taken back where the server refuses one. */
export function useEpicDates(epics: readonly RoadmapEpicData[], canPlan: boolean): EpicDates {
  const client = useQueryClient()
  const [changed, setChanged] = useState<ReadonlyMap<number, Dated>>(new Map())
  const latest = useRef(epics)
  useEffect(() => {
    latest.current = epics
  })
  const waiting = useRef(new Map<number, WaitingChange>())
  const series = useRef(new Map<number, Series>())
  /** The last save of an epic: the next one waits for it, as it was made to what that one shows. */
  const saves = useRef(new Map<number, Promise<unknown>>())
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
  /** The bar goes on as it is where it is being dragged again. */
  const endPreview = ({ id }: RoadmapEpicData, dates: Dated) =>
    setChanged(before => (before.get(id) === dates ? new Map([...before].filter(([other]) => other !== id)) : before))

  /** @returns whether the dates were saved; they are not where someone has changed those that were shown */
  async function send(epic: RoadmapEpicData, fixed: Partial<Fixed>, shown: Dated, to: Dated): Promise<boolean> {
    const { id, title } = epic
    const address = peekedAt(epic.path)
    if (address === null) return false
    preview(epic, to)
    const before = saves.current.get(id)
    const shownDates = {
      ...('startDateFixed' in fixed && { startDate: shown.startDate }),
      ...('dueDateFixed' in fixed && { dueDate: shown.dueDate }),
    }
    const save = (before ?? Promise.resolve()).then(() =>
      call(updateGroupEpicEntity, { ...address, epic: { ...fixed, shownDates } }).then(
        () => true,
        (error: unknown) => {
          const why = error instanceof CallError && error.status === 409 ? error.message : null
          showToast(roadmapMessages.failed(title, why), { tone: 'danger' })
          return false
        },
      ),
    )
    saves.current.set(id, save)
    const isSaved = await save
    if (saves.current.get(id) === save) saves.current.delete(id)
    await client.invalidateQueries({ queryKey: [getGroupRoadmapPage.name] })
    endPreview(epic, to)
    return isSaved
  }

  /** @param before  the epic as it was shown when its bar was taken */
  async function save(before: RoadmapEpicData, dates: Dated, byKeys: boolean) {
    clearTimeout(waiting.current.get(before.id)?.timer)
    waiting.current.delete(before.id)
    const fixed: Partial<Fixed> = {
      ...(dates.startDate !== before.startDate && { startDateIsFixed: true, startDateFixed: dates.startDate }),
      ...(dates.dueDate !== before.dueDate && { dueDateIsFixed: true, dueDateFixed: dates.dueDate }),
    }
    if (Object.keys(fixed).length === 0) return preview(before, null)
    await saves.current.get(before.id)
    // The page may know by now that these dates were saved, as fixed ones.
    const stored = latest.current.find(epic => epic.id === before.id)
    const isSame = stored?.startDate === before.startDate && stored?.dueDate === before.dueDate
    const former = isSame && stored !== undefined ? stored : before
    // Once the page knows the new dates: undoing compares with them.
    if (await send(before, fixed, before, dates)) tell(former, fixed, dates, byKeys)
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
    const { startDateIsFixed, startDateFixed, dueDateIsFixed, dueDateFixed, startDate, dueDate } = former
    const formerFixed = {
      ...('startDateFixed' in fixed && { startDateIsFixed, startDateFixed }),
      ...('dueDateFixed' in fixed && { dueDateIsFixed, dueDateFixed }),
    }
    // Once the rows are in the order of the former dates: the next drag begins where the bar stays.
    if (await send(former, formerFixed, saved, { startDate, dueDate }))
      showToast(roadmapMessages.moved(former.title, periodOf(former) ?? ''))
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
      const open = waiting.current.get(epic.id)
      clearTimeout(open?.timer)
      const before = open?.before ?? epic
      const run = () => void save(before, dates, true)
      waiting.current.set(epic.id, { before, timer: setTimeout(run, restMs), run })
    },
  }
}
