import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/actions/Button.tsx'
import type { Draft } from '#web/ui/forms/draft.ts'
import { useToldOverlaps } from '#web/ui/forms/told-overlaps.ts'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from './OverlapBanner.module.css'

/** A field that another user saved while it was being changed here. */
export interface Overlap {
  readonly label: string
  /** The two values as a reader sees them. */
  readonly theirs: string
  readonly mine: string
}

/** The labels of a form's fields, and the words for values that are not their own. */
export type FieldLabels<T> = {
  readonly [K in keyof T]: string | { readonly label: string; readonly shown: (value: T[K]) => string }
}

/** The overlaps of a form, for its reader. */
export const overlapsIn = <T extends object>(draft: Draft<T>, labels: FieldLabels<T>): readonly Overlap[] =>
  draft.overlaps.map(name => {
    const field = labels[name]
    const { label, shown } = typeof field === 'string' ? { label: field, shown: wordsOf } : field
    return { label, theirs: shown(draft.theirs[name]), mine: shown(draft.values[name]) }
  })

/** The label of a field that is chosen from options, which have the words for its values. */
export const chosenFrom = <V,>(label: string, options: readonly { readonly value: V; readonly label: string }[]) => ({
  label,
  shown: (value: V) => options.find(option => option.value === value)?.label ?? wordsOf(value),
})

/** The words for a value that has none of its own. */
function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : new Intl.ListFormat('en').format(value.map(String))
  return value === null || value === undefined || value === '' ? 'Empty' : String(value)
}

interface OverlapBannerProps {
  readonly overlaps: readonly Overlap[]
  /**
   * The save of the form. With each error of a save that was refused for an overlap, the banner comes into view and
   * takes the focus.
   */
  readonly save: { readonly error: Error | null; readonly isPending: boolean }
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

/**
 * Says that another user saved fields that are being changed here, with both values; renders nothing without overlaps.
 */
export function OverlapBanner({ overlaps, save, onKeep, onDiscard }: OverlapBannerProps) {
  const banner = useRef<HTMLDivElement>(null)
  const told = useToldOverlaps(overlaps, save.isPending)
  const isShown = told.length > 0
  const { error: refusal } = save
  useEffect(() => {
    if (refusal === null || !isShown) return
    banner.current?.focus({ preventScroll: true })
    banner.current?.scrollIntoView({ block: 'center' })
  }, [refusal, isShown])
  if (!isShown) return null
  return (
    <div ref={banner} tabIndex={-1}>
      <Banner tone="warning" title="Someone else changed this while you were editing">
        <table className={styles.fields}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Saved now</th>
              <th scope="col">Yours</th>
            </tr>
          </thead>
          <tbody>
            {told.map(({ label, theirs, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td dir="auto">{theirs}</td>
                <td dir="auto">{mine}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {/* Below the table, which needs the width of a dialog. */}
        <div className={styles.choices}>
          <Button size="s" onClick={onKeep}>
            Keep mine
          </Button>
          <Button size="s" variant="quiet" onClick={onDiscard}>
            Use theirs
          </Button>
        </div>
      </Banner>
    </div>
  )
}

interface DraftOverlapsProps<T> {
  readonly draft: Draft<T>
  readonly labels: FieldLabels<T>
  /** The save of the form: its error is cleared once the user has resolved the overlap. */
  readonly save: OverlapBannerProps['save'] & { readonly reset: () => void }
}

/** The banner of a form whose fields are all in its draft. */
export function DraftOverlaps<T extends object>({ draft, labels, save }: DraftOverlapsProps<T>) {
  return (
    <OverlapBanner
      overlaps={overlapsIn(draft, labels)}
      save={save}
      onKeep={() => {
        draft.keep()
        save.reset()
      }}
      onDiscard={() => {
        draft.discard()
        save.reset()
      }}
    />
  )
}
